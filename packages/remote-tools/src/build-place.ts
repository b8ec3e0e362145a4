/** Where builds run: the folder of a repository, or of a remote in a repository of its own. */
export interface BuildPlace {
  /** Class names depend on paths relative to this folder, so that they are the same on every machine. */
  readonly root: string;
  /** Below `root`, so that modules in it find React: what makes the next build faster, and intermediate files. */
  readonly cache: string;
}
