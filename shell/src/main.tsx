// First, so that errors of all that follows are heard of.
import { events, failures } from './reports/page-reports.ts';

import { ownerOf, type ReleasedRemote } from '@funnel/contracts/release';
import { readReleaseSet, reportConsent } from '@funnel/contracts/visitor-endpoints';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, type NavigateFunction } from 'react-router-dom';

import { App } from './app.tsx';
import { readDocument } from './boot/read-document.ts';
import { keepingHands, pressEnded } from './boot/take-over.ts';
import { createConsentKeeper, hasPrivacyControl } from './consent/consent-keeper.ts';
import { notify } from './frame/toast-list.ts';
import { topBar } from './frame/top-bar-state.ts';
import { beginAnew, fetchRemote } from './remotes/federation.ts';
import { guardHead } from './remotes/integrity.ts';
import { createRemoteLoader } from './remotes/remote-loader.ts';
import { createSetWatch } from './remotes/set-watch.ts';
import { createWidgetLoader } from './remotes/widget-loader.tsx';
import { measureLargestPaint } from './reports/largest-paint.ts';
import { RootBoundary } from './screens/root-boundary.tsx';
import { RouterError } from './screens/router-error.tsx';
import { followOtherTabs } from './state/other-tabs.ts';
import { createFunnelStore } from './state/store.ts';
import { createShell, takeEmailFromAddress } from './waist/create-shell.ts';
import { loadWebFont } from './web-font.ts';
import './favicon.svg';

async function start(root: HTMLElement) {
  const { set, config } = readDocument(document);
  guardHead(document.head, set);

  const store = createFunnelStore(
    () => localStorage,
    (message) => console.warn(message),
  );
  takeEmailFromAddress(store);
  const consent = createConsentKeeper({
    setting: config.consent,
    jar: document,
    hasPrivacyControl: hasPrivacyControl(navigator),
    isSecure: location.protocol === 'https:',
    now: Date.now,
    // Should it fail, the next report carries the cookie too.
    tell: () => void fetch(reportConsent.path, { method: 'POST', keepalive: true }).catch(() => undefined),
  });

  const originOf = (path: string) => {
    const owner = ownerOf(set, path);
    return { path, remote: owner?.name, version: owner && loader.loaded(owner.name)?.version };
  };
  const landing = location.pathname;
  const loader = createRemoteLoader({
    set,
    fetchRemote,
    beginAnew,
    onFailure: ({ name, version }, error) => failures.missing(name, version, error),
  });
  const reportBroken = ({ name }: ReleasedRemote, version: string, error: unknown) =>
    failures.broken(name, version, error);

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
  const checkSet = createSetWatch({
    setId: set.id,
    ask: (signal) => shell.request(readReleaseSet.path, { signal }),
    loadAgain: () => location.reload(),
  });
  const followTabs = () => followOtherTabs(store);
  const app = (
    <RootBoundary onError={failures.shellBroken}>
      <BrowserRouter>
        <App
          set={set}
          shell={shell}
          loader={loader}
          consent={consent}
          onRoute={(navigate, state) => (route = { navigate, state })}
          onStage={checkSet}
          followOtherTabs={followTabs}
          onRenderError={reportBroken}
        />
      </BrowserRouter>
    </RootBoundary>
  );

  // The page already shows the first screen. It is replaced in one step, and only when all of it is there.
  const owner = ownerOf(set, location.pathname);
  if (owner) await loader.load(owner).catch(() => undefined);
  await pressEnded(document);
  keepingHands(root, () => flushSync(() => createRoot(root).render(app)));
  // Neither is missed where it does not come.
  await Promise.allSettled([
    loadWebFont(),
    measureLargestPaint((paintMs) => {
      events.add({ name: 'WebVital', detail: 'LCP', measure: paintMs }, originOf(landing));
      // The visitor may be leaving.
      events.flush();
    }),
  ]);
}

/** A drawn screen stays, as it can be read and its links work. Without one, a panel says what to do. */
function giveUp(root: HTMLElement, error: unknown) {
  console.error(error);
  failures.shellBroken(error);
  if (!root.querySelector('h1')) createRoot(root).render(<RouterError />);
}

const root = document.getElementById('root');
if (root) start(root).catch((error: unknown) => giveUp(root, error));
