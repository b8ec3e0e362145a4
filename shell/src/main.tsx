// First, so that errors of all that follows are heard of.
import { events, failures } from './telemetry/page-reports.ts';

import { ownerOf, type ReleasedRemote } from '@funnel/contracts/release';
import { readReleaseSet, reportConsent } from '@funnel/contracts/visitor-endpoints';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, type NavigateFunction } from 'react-router-dom';

import { App } from './app.tsx';
import { readDocument } from './boot/read-document.ts';
import { renderPreservingInput, waitForPressEnd } from './boot/takeover.ts';
import { createConsentStore, hasGpcSignal } from './consent/consent-store.ts';
import { notify } from './layout/toast-list.ts';
import { topBar } from './layout/top-bar-state.ts';
import { refetchRemote, fetchRemote } from './remotes/federation.ts';
import { enforceIntegrity } from './remotes/integrity.ts';
import { createRemoteLoader } from './remotes/remote-loader.ts';
import { createReleaseSetCheck } from './remotes/release-set-check.ts';
import { createWidgetLoader } from './remotes/widget-loader.tsx';
import { measureLcp } from './telemetry/largest-contentful-paint.ts';
import { RootErrorBoundary } from './screens/root-error-boundary.tsx';
import { FatalErrorScreen } from './screens/fatal-error-screen.tsx';
import { syncOtherTabs } from './state/tab-sync.ts';
import { createFunnelStore } from './state/store.ts';
import { createShell, takeEmailFromAddress } from './shell-api/create-shell.ts';
import { loadWebFont } from './web-font.ts';
import './favicon.svg';

async function start(root: HTMLElement) {
  const { set, config } = readDocument(document);
  enforceIntegrity(document.head, set);

  const store = await createFunnelStore(
    () => localStorage,
    (message) => console.warn(message),
  );
  takeEmailFromAddress(store);
  const consent = createConsentStore({
    setting: config.consent,
    jar: document,
    hasGpcSignal: hasGpcSignal(navigator),
    isSecure: location.protocol === 'https:',
    now: Date.now,
    // Should it fail, the next report carries the cookie too.
    report: () => void fetch(reportConsent.path, { method: 'POST', keepalive: true }).catch(() => undefined),
  });

  const originOf = (path: string) => {
    const owner = ownerOf(set, path);
    return { path, remote: owner?.name, version: owner && loader.loaded(owner.name)?.version };
  };
  const landing = location.pathname;
  const loader = createRemoteLoader({
    set,
    fetchRemote,
    refetchRemote,
    onFailure: ({ name, version }, error) => failures.loadFailed(name, version, error),
  });
  const reportBroken = ({ name }: ReleasedRemote, version: string, error: unknown) =>
    failures.renderFailed(name, version, error);

  let route: { navigate: NavigateFunction; state: unknown } | null = null;
  const shell = createShell({
    set,
    config,
    store,
    loader,
    loadWidget: createWidgetLoader({ set, loader, onRenderError: reportBroken }),
    report: (event) => events.add(event, originOf(location.pathname)),
    navigation: {
      go: (path, options) => void route?.navigate(path, options),
      state: () => route?.state ?? null,
    },
    setTopBar: topBar.set,
    notify,
  });
  const checkSet = createReleaseSetCheck({
    setId: set.id,
    fetchSet: (signal) => shell.request(readReleaseSet.path, { signal }),
    reloadPage: () => location.reload(),
  });
  const followTabs = () => syncOtherTabs(store);
  const app = (
    <RootErrorBoundary onError={failures.shellFailed}>
      <BrowserRouter>
        <App
          set={set}
          shell={shell}
          loader={loader}
          consent={consent}
          onRoute={(navigate, state) => (route = { navigate, state })}
          onStage={checkSet}
          syncOtherTabs={followTabs}
          onRenderError={reportBroken}
        />
      </BrowserRouter>
    </RootErrorBoundary>
  );

  // The page already shows the first screen. It is replaced in one step, and only when all of it is there.
  const owner = ownerOf(set, location.pathname);
  if (owner) await loader.load(owner).catch(() => undefined);
  await waitForPressEnd(document);
  renderPreservingInput(root, () => flushSync(() => createRoot(root).render(app)));
  // Neither is missed where it does not come.
  await Promise.allSettled([
    loadWebFont(),
    measureLcp((paintMs) => {
      events.add({ name: 'WebVital', detail: 'LCP', measure: paintMs }, originOf(landing));
      // The visitor may be leaving.
      events.flush();
    }),
  ]);
}

/** A drawn screen stays, as it can be read and its links work. Without one, a panel says what to do. */
function giveUp(root: HTMLElement, error: unknown) {
  console.error(error);
  failures.shellFailed(error);
  if (!root.querySelector('h1')) createRoot(root).render(<FatalErrorScreen />);
}

const root = document.getElementById('root');
if (root) start(root).catch((error: unknown) => giveUp(root, error));
