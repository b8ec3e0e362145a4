/** Folders relative to the root, in the order of the root's `workspaces`. */
export declare const workspaceFolders: readonly string[];
/** Workspaces with a `remote.config.ts`. A remote's name is its folder. */
export declare const remoteNames: readonly `mfe-${string}`[];
