import type { PublicConfig } from './api.ts';
import type { Locale, TranslatedLocale } from './content/locales.ts';
import type { ReportedEvent } from './events.ts';
import type { FunnelAction, FunnelState } from './funnel-state.ts';
import type { PlanId } from './plans.ts';
import type { TopBar } from './release.ts';
import type { WidgetName } from './widgets.ts';

/** Major version of the Shell API. Additions do not change it. A shell also serves the previous major version. */
export const contractVersion = 1;

/**
 * The history state that `/final` passes to `/checkout` and keeps in its own entry. When `/checkout` passes it back, `email`
 * is present only if that email was rejected.
 */
export interface CheckoutHandover {
  readonly selectedPlan: PlanId;
  readonly email?: string;
}

/** A short message over the page. `destructive` marks an error. */
export interface Toast {
  readonly tone: 'info' | 'destructive';
  readonly title: string;
  readonly description?: string;
}

/**
 * The Shell API, version 1: everything that a remote receives from the shell.
 * `Component` is the component type of the UI library; `shell-kit` binds it to React's.
 */
export interface Shell<Component = unknown> {
  /** The major version that this object implements. */
  readonly contract: number;
  readonly locale: Locale;
  readonly config: PublicConfig;
  readonly state: {
    get(): FunnelState;
    /** Calls back after every change. Returns a function that unsubscribes. */
    subscribe(onChange: () => void): () => void;
  };
  /** Applies the action and stores the new state before it returns. */
  dispatch(action: FunnelAction): void;
  /** Shows another path of the funnel. `handover` becomes the history state and is never part of the URL. */
  navigate(path: string, options?: { replace?: boolean; handover?: CheckoutHandover }): void;
  /** The history state of the current entry, or null. It is untrusted: parse it with `readHandover`. */
  handover(): unknown;
  /** Loads the remote of the path in advance. Failures are ignored. */
  prefetch(path: string): void;
  /** Loads a widget of another remote. Rejects if no version of it loads. A call after a failure loads all files again. */
  loadWidget(name: WidgetName): Promise<Component>;
  /** Sets the top bar of the current screen. */
  setTopBar(bar: TopBar): void;
  /** Returns a query parameter, or null, and removes it from the address bar. */
  takeQuery(name: string): string | null;
  /** Queues an event for the service. Never throws. */
  report(event: ReportedEvent): void;
  /**
   * Shows a toast over the page, in place of an earlier one. It ends with the screen. Returns a function that ends it
   * earlier, with the fault that it names; an older shell returns nothing.
   */
  notify(toast: Toast): (() => void) | undefined;
  /** Calls the product's own service. `path` begins with `/api/`. Resolves and rejects as `fetch` does. */
  request(path: string, init?: RequestInit): Promise<Response>;
}

/** The props of a remote's `Stage` component. */
export interface StageProps<Component = unknown> {
  readonly shell: Shell<Component>;
  /** One of the paths that the remote owns. */
  readonly path: string;
}

/** The export `remote` of a remote's exposed module `./remote`. */
export interface RemoteModule<Stage = unknown, Widget = unknown> {
  /** The major version of the Shell API that the remote was built against. */
  readonly contract: number;
  /** Renders the screen of a path. A remote without paths has none. */
  readonly Stage?: Stage;
  /** Widgets by their own name, such as `dialog`. */
  readonly widgets?: Readonly<Record<string, Widget>>;
  /**
   * Loads the texts of a language. The shell passes another `locale` than `en` only to a remote that has loaded its texts,
   * and marks every other remote's part of the page as English.
   */
  readonly languages?: Readonly<Partial<Record<TranslatedLocale, () => Promise<unknown>>>>;
  /** Loads what screens show and visitors get later, such as drawings. Only the build calls it, before it prerenders. */
  readonly loadForPrerender?: () => Promise<unknown>;
}
