import { ownerOf, type ReleasedRemote } from '@funnel/contracts/release';
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
import { createEventQueue } from './reports/event-queue.ts';
import { measureLargestPaint } from './reports/largest-paint.ts';
import { faultOf, watchScripts } from './reports/script-fault.ts';
import { RootBoundary } from './screens/root-boundary.tsx';
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
    tell: () => void fetch('/api/consent', { method: 'POST', keepalive: true }).catch(() => undefined),
  });

  const originOf = (path: string) => {
    const owner = ownerOf(set, path);
    return { path, remote: owner?.name, version: owner && loader.loaded(owner.name)?.version };
  };
  const landing = location.pathname;
  const events = createEventQueue({
    setId: set.id,
    origin: () => originOf(location.pathname),
    send: (batch) => {
      const body = JSON.stringify({ events: batch });
      // Losing a report is no reason to trouble a visitor.
      shell
        .request('/api/events', {
          method: 'POST',
          body,
          keepalive: true,
          headers: { 'content-type': 'application/json' },
        })
        .catch(() => undefined);
    },
    later: (run) => setTimeout(run, 1000),
  });
  addEventListener('pagehide', () => events.flush());

  const page = { origin: location.origin, shellVersion: set.shell };
  watchScripts(window, page, ({ detail, remote, version }) =>
    events.add({ name: 'ScriptFailed', detail }, { path: location.pathname, remote, version }),
  );
  const reportFailure = (name: string, version: string, detail: string) =>
    events.add({ name: 'ResourceFailed', detail }, { path: location.pathname, remote: name, version });
  /** What broke on a screen may be a widget of another remote. */
  const reportBroken = (screen: ReleasedRemote, shownVersion: string, error: unknown) => {
    const { detail, remote = 'shell', version = '' } = faultOf(error, page);
    if (remote === 'shell') reportFailure(screen.name, shownVersion, detail);
    else reportFailure(remote, version, detail);
  };
  const loader = createRemoteLoader({
    set,
    fetchRemote,
    beginAnew,
    onFailure: ({ name, version }, error) =>
      reportFailure(name, version, error instanceof Error ? error.message.slice(0, 500) : 'unknown'),
  });

  let route: { navigate: NavigateFunction; state: unknown } | null = null;
  const shell = createShell({
    set,
    config,
    store,
    loader,
    events,
    navigation: {
      go: (path, options) => void route?.navigate(path, options),
      state: () => route?.state ?? null,
    },
    setTopBar: topBar.set,
    notify,
  });
  const checkSet = createSetWatch({
    setId: set.id,
    ask: (signal) => shell.request('/api/release-set', { signal }),
    loadAgain: () => location.reload(),
  });
  const app = (
    <RootBoundary>
      <BrowserRouter>
        <App
          set={set}
          shell={shell}
          loader={loader}
          consent={consent}
          onRoute={(navigate, state) => (route = { navigate, state })}
          onStage={checkSet}
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

const root = document.getElementById('root');
if (root) void start(root);
