import { readHandover } from '@funnel/contracts/handover';
import { ownerOf, type ReleasedRemote, type ReleaseSet } from '@funnel/contracts/release';
import { stagePaths } from '@funnel/contracts/stage-paths';
import type { FunnelShell } from '@funnel/shell-kit/remote';
import { whenPainted } from '@funnel/shell-kit/when-painted';
import { useEffect, useLayoutEffect, useRef } from 'react';

import type { ConsentStore } from './consent/consent-store.ts';
import { useConsent } from './consent/use-consent.tsx';
import { createHistoryPaths } from './history-paths.ts';
import { Layout } from './layout/layout.tsx';
import { LazyToasts } from './layout/lazy-toasts.tsx';
import { PreviewBanner } from './layout/preview-banner.tsx';
import { topBar } from './layout/top-bar-state.ts';
import { useHeading } from './layout/use-heading.ts';
import type { RemoteLoader } from './remotes/remote-loader.ts';
import { RemoteStage } from './remotes/remote-stage.tsx';
import type { Route } from './route.tsx';
import { NotFound } from './screens/not-found.tsx';
import { useSignal } from './signal.ts';
import { canOpenPaymentForm } from './state/page-sync.ts';

interface AppProps {
  readonly route: Route;
  readonly set: ReleaseSet;
  readonly shell: FunnelShell;
  readonly loader: RemoteLoader;
  readonly consent: ConsentStore;
  /** Called when the visitor has come to the stage of another remote. */
  readonly onStage: () => void;
  /** Applies what other tabs and pages write to the visitor's state, from now on. Returns a function that stops it. */
  readonly syncPages: () => () => void;
  readonly onRenderError: (remote: ReleasedRemote, version: string, error: unknown) => void;
}

const historyPaths = createHistoryPaths();

/** The chosen plan for the screen before. Without the email, which the offer would understand as a rejected one. */
function planOf(state: unknown) {
  const { selectedPlan } = readHandover(state);
  return selectedPlan && { selectedPlan };
}

/** The layout around the screen of the remote that owns the path. */
export function App({ route, set, shell, loader, consent, onStage, syncPages, onRenderError }: AppProps) {
  const { path, state, navigate } = route;
  const main = useRef<HTMLElement>(null);
  const bar = useSignal(topBar);
  const owner = ownerOf(set, path);
  const consentViews = useConsent(consent, shell, main, path);
  useHeading(main, path);
  // Before the effects of the screen, which may report what it shows.
  useLayoutEffect(() => shell.report({ name: 'PageView' }), [shell, path]);
  const isSyncPaused = canOpenPaymentForm(path, shell.config);
  useEffect(() => (isSyncPaused ? undefined : syncPages()), [isSyncPaused, syncPages]);
  const lastOwner = useRef(owner?.name);
  useEffect(() => {
    if (owner?.name === lastOwner.current) return;
    lastOwner.current = owner?.name;
    whenPainted(onStage);
  }, [owner?.name, onStage]);

  useEffect(() => historyPaths.note(path), [route, path]);
  // While the screen before is being rendered, this one is still shown, and its arrow may be pressed once more.
  const leftRoute = useRef<Route>(null);
  const goBack = () => {
    if (leftRoute.current === route) return;
    leftRoute.current = route;
    if (!bar.back) return;
    // An entry added for a screen that is the previous one would turn the browser's Back into a way forward.
    const isPrevious = historyPaths.previous() === bar.back.to;
    // React Router numbers its history entries from 0. Before the first one there is no entry of this product.
    if (isPrevious || (bar.back.history && history.state?.idx > 0)) navigate(-1);
    else navigate(bar.back.to, { state: planOf(state) });
  };
  return (
    <>
      <Layout
        bar={bar}
        consent={consentViews.banner}
        footer={
          <>
            {consentViews.footer}
            {set.isPreview && <PreviewBanner setId={set.id} />}
          </>
        }
        mainRef={main}
        onBack={goBack}
        onHome={() => shell.navigate(stagePaths.start)}
      >
        {owner ? (
          <RemoteStage
            key={owner.name}
            remote={owner}
            path={path}
            shell={shell}
            loader={loader}
            onRenderError={onRenderError}
          />
        ) : (
          <NotFound path={path} />
        )}
      </Layout>
      {consentViews.dialog}
      <LazyToasts path={path} />
    </>
  );
}
