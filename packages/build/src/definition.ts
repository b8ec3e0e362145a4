/** One build of an app. */
export interface AppBuild {
  readonly version: string;
  /** The app's folder. */
  readonly source: string;
  /** The output folder. */
  readonly folder: string;
}

/** The shell's `shell.config.ts`. */
export interface ShellDefinition {
  readonly name: 'shell';
  readonly entry: string;
  /** Exports `Layout`, which the shell renders around every screen, and `languages` and `loadCopy`, its texts. */
  readonly layout: string;
  /** The folder of the icons, the web manifest and the pictures for shared links, which are published as they are. */
  readonly brand: string;
  /** Exports `readStoredState` and `storedTexts`, the only code that reads and writes local storage. */
  readonly storedState: string;
  readonly contracts: readonly number[];
}
