import { errors, events, request, setPageLocale } from './telemetry/page-reports.ts';

import { ownerOf, type ReleasedRemote } from '@funnel/contracts/release';
import { readReleaseSet, reportConsent } from '@funnel/contracts/visitor-endpoints';
import { ErrorBoundary } from '@funnel/shell-kit/error-boundary';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';

import { App } from './app.tsx';
import type { HeldPresses } from './boot/held-press.ts';
import { nextTask } from './boot/next-task.ts';
import { readDocument } from './boot/read-document.ts';
import { renderPreservingInput, takeOver, watchPresses } from './boot/takeover.ts';
import { createConsentStore, hasGpcSignal } from './consent/consent-store.ts';
import { loadCopy } from './content/copy.ts';
import { endToast, notify } from './layout/current-toast.ts';
import { topBar } from './layout/top-bar-state.ts';
import { fetchRemote, refetchRemote } from './remotes/federation.ts';
import { enforceIntegrity } from './remotes/integrity.ts';
import { localizeRemote } from './remotes/localized-remote.tsx';
import { createRemoteLoader } from './remotes/remote-loader.ts';
import { createReleaseSetCheck } from './remotes/release-set-check.ts';
import { createWidgetLoader } from './remotes/widget-loader.tsx';
import { Routed, type Route } from './route.tsx';
import { FatalErrorScreen } from './screens/fatal-error-screen.tsx';
import { createShell, takeEmailFromUrl } from './shell-api/create-shell.ts';
import { createSignal } from './signal.ts';
import { createFunnelStore } from './state/store.ts';
import { syncWithOtherPages } from './state/page-sync.ts';
import { measureLcp } from './telemetry/largest-contentful-paint.ts';
import { createViewFilter } from './telemetry/view-filter.ts';
import { loadWebFont } from './web-font.ts';

/** Takes over the page: reads what the document contains, and renders the app in the place of the prerendered screen. */
export async function start(root: HTMLElement, presses: HeldPresses): Promise<void> {
  const pressWatch = watchPresses(document);
  const { set, config } = readDocument(document);
  enforceIntegrity(document.head, set, config.remotesOrigin);
  const store = await createFunnelStore(
    () => localStorage,
    (message) => console.warn(message),
  );
  // Before the texts, which may take two seconds.
  takeEmailFromUrl(store);
  const locale = await loadCopy(document.documentElement.lang);
  document.documentElement.lang = locale;
  setPageLocale(locale);

  const consent = createConsentStore({
    setting: config.consent,
    jar: document,
    hasGpcSignal: hasGpcSignal(navigator),
    isSecure: location.protocol === 'https:',
    now: Date.now,
    // If it fails, the cookie still reaches the service with the next request.
    report: () =>
      request(reportConsent.path, { method: 'POST', keepalive: true }).then(
        () => undefined,
        () => undefined,
      ),
  });
  for (const event of ['pageshow', 'visibilitychange']) addEventListener(event, consent.update);

  const eventOriginOf = (path: string) => {
    const owner = ownerOf(set, path);
    return { path, remote: owner?.name, version: owner && loader.loaded(owner.name)?.version };
  };
  const landing = location.pathname;
  const loader = createRemoteLoader({
    set,
    fetchRemote: async (remote) => localizeRemote(await fetchRemote(remote), locale),
    refetchRemote,
    onFailure: ({ name, version }, error) => errors.loadFailed(name, version, error),
  });
  const reportRenderError = ({ name }: ReleasedRemote, version: string, error: unknown) =>
    errors.renderFailed(name, version, error);

  const route = createSignal<Route | null>(null);
  const viewFilter = createViewFilter(history);
  let shownPath = landing;
  // Subscribed before the app renders, so that the new screen's own toast is shown after the old one has ended.
  route.subscribe(() => {
    const path = route.get()?.path ?? landing;
    if (path === shownPath) return;
    shownPath = path;
    endToast();
    viewFilter.leaveScreen();
  });
  const shell = createShell({
    set,
    locale,
    config,
    store,
    loader,
    loadWidget: createWidgetLoader({ set, loader, onRenderError: reportRenderError }),
    report: (event) => {
      if (viewFilter.admit(event)) events.add(event, eventOriginOf(location.pathname));
    },
    navigation: {
      go: (path, options) => void route.get()?.navigate(path, options),
      state: () => route.get()?.state ?? null,
    },
    setTopBar: topBar.set,
    notify,
    request: (path, init) => {
      // The service learns what the visitor has seen before what they ask for, such as a payment, which names their arms.
      events.flush();
      return request(path, init);
    },
  });
  const checkSet = createReleaseSetCheck({
    setId: set.id,
    fetchSet: (signal) => request(readReleaseSet.path, { signal }),
    reloadPage: () => location.reload(),
  });
  const syncPages = () => syncWithOtherPages(store);
  const renderApp = (current: Route) => (
    <App
      route={current}
      set={set}
      shell={shell}
      loader={loader}
      consent={consent}
      onStage={checkSet}
      syncPages={syncPages}
      onRenderError={reportRenderError}
    />
  );
  const app = (
    <ErrorBoundary onError={errors.shellFailed} fallback={<FatalErrorScreen />}>
      <BrowserRouter>
        <Routed route={route} render={renderApp} />
      </BrowserRouter>
    </ErrorBoundary>
  );

  // The page already shows the prerendered first screen. React replaces it without a paint in between, once its remote is loaded.
  const owner = ownerOf(set, location.pathname);
  await takeOver(pressWatch, owner && loader.load(owner).finally(nextTask), () =>
    renderPreservingInput(root, () => flushSync(() => createRoot(root).render(app))),
  );
  presses.replay();
  // Both are optional: the page works without them.
  await Promise.allSettled([
    loadWebFont(),
    measureLcp((paintMs) => {
      events.add({ name: 'WebVital', detail: 'LCP', measure: paintMs }, eventOriginOf(landing));
      // This may be the last moment before the page closes.
      events.flush();
    }),
  ]);
}
