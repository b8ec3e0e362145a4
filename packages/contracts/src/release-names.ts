/** `1.2.0`, or `1.2.0+1a2b3c4d` for a local build of a version that is already published with different files. */
export const versionPattern = /^\d+\.\d+\.\d+(\+[a-z0-9]{4,16})?$/;
/** The name of an app, such as `mfe-quiz`. Not `constructor`, which every object seems to have, so also every set of versions by name. */
export const namePattern = /^(?!constructor$)[a-z][a-z0-9-]{1,30}$/;
