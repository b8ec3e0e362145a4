import { ownerOf, type ReleasedRemote, type ReleaseSet } from '@funnel/contracts/release';
import { stagePaths } from '@funnel/contracts/stage-paths';
import type { FunnelShell } from '@funnel/shell-kit/remote';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigate, type NavigateFunction } from 'react-router-dom';

import type { ConsentStore } from './consent/consent-store.ts';
import { useConsent } from './consent/use-consent.tsx';
import { Layout } from './layout/layout.tsx';
import { PreviewBanner } from './layout/preview-banner.tsx';
import { topBar } from './layout/top-bar-state.ts';
import { useHeading } from './layout/use-heading.ts';
import type { RemoteLoader } from './remotes/remote-loader.ts';
import { RemoteStage } from './remotes/remote-stage.tsx';
import { NotFound } from './screens/not-found.tsx';
import { useSignal } from './signal.ts';
import { mayShowPaymentForm } from './state/tab-sync.ts';

// Not needed to show the first screen, so it comes after it.
const Toasts = lazy(async () => ({ default: (await import('./layout/toasts.tsx')).Toasts }));

export interface AppProps {
  readonly set: ReleaseSet;
  readonly shell: FunnelShell;
  readonly loader: RemoteLoader;
  readonly consent: ConsentStore;
  /** The router's way to a path and its present history state, for those outside React. */
  readonly onRoute: (navigate: NavigateFunction, state: unknown) => void;
  /** The visitor came to another remote. */
  readonly onStage: () => void;
  /** Has the visitor's state follow what other tabs write; returns the way to stop. */
  readonly syncOtherTabs: () => () => void;
  readonly onRenderError: (remote: ReleasedRemote, version: string, error: unknown) => void;
}

// Written by the browser's history; nothing before the first entry of this visit is ours to go back to.
const isDeepLink = () => history.state?.idx === 0 || history.state === null;

/** The frame, and in it the screen of the remote that owns the path. */
export function App({
  set,
  shell,
  loader,
  consent,
  onRoute,
  onStage,
  syncOtherTabs,
  onRenderError,
}: AppProps) {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  onRoute(navigate, state);
  const stage = useRef<HTMLElement>(null);
  const bar = useSignal(topBar);
  const owner = ownerOf(set, pathname);
  const asking = useConsent(consent, shell, stage);
  useHeading(stage, pathname);
  useEffect(() => shell.report({ name: 'PageView' }), [shell, pathname]);
  const isLeftAlone = mayShowPaymentForm(pathname, shell.config);
  useEffect(() => (isLeftAlone ? undefined : syncOtherTabs()), [isLeftAlone, syncOtherTabs]);
  const firstOwner = useRef(owner?.name);
  useEffect(() => {
    if (owner?.name !== firstOwner.current) onStage();
    firstOwner.current = owner?.name;
  }, [owner?.name, onStage]);

  const goBack = () => {
    if (bar.back?.history && !isDeepLink()) navigate(-1);
    else if (bar.back) navigate(bar.back.to);
  };
  return (
    <>
      <Layout
        bar={bar}
        consent={asking.region}
        foot={
          <>
            {asking.foot}
            {set.isPreview && <PreviewBanner setId={set.id} />}
          </>
        }
        stageRef={stage}
        onBack={goBack}
        onHome={() => navigate(stagePaths.start)}
      >
        {owner ? (
          <RemoteStage
            key={owner.name}
            remote={owner}
            path={pathname}
            shell={shell}
            loader={loader}
            onRenderError={onRenderError}
          />
        ) : (
          <NotFound path={pathname} />
        )}
      </Layout>
      {asking.popup}
      <Suspense>
        <Toasts />
      </Suspense>
    </>
  );
}
