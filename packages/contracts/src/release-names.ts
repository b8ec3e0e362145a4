/** `1.2.0`, or `1.2.0+1a2b3c4d` for a local build of a version that is already published with different files. */
export const versionPattern = /^\d+\.\d+\.\d+(\+[a-z0-9]{4,16})?$/;
/** The name of an app, such as `mfe-quiz`. Not `constructor`, because `members['constructor']` of a plain object is a function. */
export const namePattern = /^(?!constructor$)[a-z][a-z0-9-]{1,30}$/;
