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

  const events = createEventQueue({
    setId: set.id,
    origin: () => {
      const owner = ownerOf(set, location.pathname);
      return {
        path: location.pathname,
        remote: owner?.name,
        version: owner && loader.loaded(owner.name)?.version,
      };
    },
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

  const reportFailure = ({ name }: ReleasedRemote, version: string, error: unknown) =>
    events.add(
      { name: 'ResourceFailed', detail: error instanceof Error ? error.message.slice(0, 500) : 'unknown' },
      { path: location.pathname, remote: name, version },
    );
  const loader = createRemoteLoader({
    set,
    fetchRemote,
    beginAnew,
    onFailure: (remote, error) => reportFailure(remote, remote.version, error),
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
          onRenderError={reportFailure}
        />
      </BrowserRouter>
    </RootBoundary>
  );

  // The page already shows the first screen. It is replaced in one step, and only when all of it is there.
  const owner = ownerOf(set, location.pathname);
  if (owner) await loader.load(owner).catch(() => undefined);
  await pressEnded(document);
  keepingHands(root, () => flushSync(() => createRoot(root).render(app)));
  await loadWebFont();
}

const root = document.getElementById('root');
if (root) void start(root);
