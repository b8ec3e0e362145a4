import type { TopBar } from '@funnel/contracts/release';

/** A remote's `remote.config.ts`: everything that its build cannot derive from the code. */
export interface RemoteDefinition {
  readonly name: string;
  /** The one exposed module, relative to the remote's folder. */
  readonly module: string;
  readonly paths: readonly string[];
  readonly widgets: readonly string[];
  /** Screens in order, for reports. */
  readonly screens: readonly string[];
  /** Screens to prerender, with their title and top bar. */
  readonly firstScreens: readonly {
    readonly path: string;
    readonly title: string;
    readonly topBar: TopBar;
  }[];
}

/** The shell's `shell.config.ts`. */
export interface ShellDefinition {
  readonly name: 'shell';
  readonly entry: string;
  /** Exports `Layout`, which the shell renders around every screen. */
  readonly layout: string;
  /** Exports `readStoredState` and `storedTexts`, the only code that reads and writes local storage. */
  readonly storedState: string;
  readonly contracts: readonly number[];
}
