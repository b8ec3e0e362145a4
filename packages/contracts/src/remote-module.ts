import type { PublicConfig } from './api.ts';
import type { ReportedEvent } from './events.ts';
import type { FunnelAction, FunnelState } from './funnel-state.ts';
import type { Locale } from './money.ts';
import type { PlanId } from './plans.ts';
import type { TopBar } from './release.ts';
import type { WidgetName } from './widgets.ts';

/** Major version of the waist. Additions keep it; a shell serves the previous major too. */
export const contractVersion = 1;

/**
 * What `/final` hands to `/checkout` and keeps in its own entry of history, and what `/checkout` hands back: with `email`
 * where that address was refused.
 */
export interface CheckoutHandover {
  readonly selectedPlan: PlanId;
  readonly email?: string;
}

export interface Toast {
  readonly tone: 'info' | 'destructive';
  readonly title: string;
  readonly description?: string;
}

/**
 * The waist: all that a remote gets from the shell, version 1.
 * `Component` is the view library's component type; `shell-kit` binds it to React's.
 */
export interface Shell<Component = unknown> {
  readonly contract: number;
  readonly locale: Locale;
  readonly config: PublicConfig;
  readonly state: {
    get(): FunnelState;
    /** Calls back after every change; returns the way to stop. */
    subscribe(onChange: () => void): () => void;
  };
  dispatch(action: FunnelAction): void;
  /** Shows another path of the funnel. `handover` is history state, never part of the address. */
  navigate(path: string, options?: { replace?: boolean; handover?: CheckoutHandover }): void;
  /** What the screen before handed over, if anything. */
  handover(): unknown;
  /** Loads what the path needs, so that going there is quick. Failing is silent. */
  prefetch(path: string): void;
  /** Loads a component that another remote shows by name. Rejects when no version of it can be had. */
  loadWidget(name: WidgetName): Promise<Component>;
  /** Sets the bar for the screen shown now. */
  setTopBar(bar: TopBar): void;
  /** Reads a query parameter once and removes it from the address bar. */
  takeQuery(name: string): string | null;
  /** Leaves a note for the service; never throws, never waits. */
  report(event: ReportedEvent): void;
  notify(toast: Toast): void;
  /** `fetch` of the product's own service. `path` begins with `/api/`. */
  request(path: string, init?: RequestInit): Promise<Response>;
}

export interface StageProps<Component = unknown> {
  readonly shell: Shell<Component>;
  /** One of the paths that the remote owns. */
  readonly path: string;
}

/** The one module that a remote exposes, `./remote`. */
export interface RemoteModule<Stage = unknown, Widget = unknown> {
  readonly contract: number;
  /** Shows the screen of a path. A remote without paths has none. */
  readonly Stage?: Stage;
  readonly widgets?: Readonly<Record<string, Widget>>;
}
