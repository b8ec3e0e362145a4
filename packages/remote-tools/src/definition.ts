import type { Experiment } from '@funnel/contracts/experiments';
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
  /** Screens to prerender, with their top bar. Their titles are their headings. */
  readonly firstScreens: readonly {
    readonly path: string;
    readonly topBar: TopBar;
  }[];
  /** What reports call the other screens, by path. */
  readonly titles?: Readonly<Record<string, string>>;
  readonly experiments?: readonly Experiment[];
}
