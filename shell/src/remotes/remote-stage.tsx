import type { ReleasedRemote } from '@funnel/contracts/release';
import { ErrorBoundary } from '@funnel/shell-kit/error-boundary';
import type { FunnelShell } from '@funnel/shell-kit/remote';
import { useEffect, useState } from 'react';

import { RemoteErrorScreen } from '../screens/remote-error-screen.tsx';
import { LoadingScreen } from '../screens/loading-screen.tsx';
import type { LoadedRemote, RemoteLoader } from './remote-loader.ts';
import { WidgetUnavailableError } from './widget-loader.tsx';

type LoadState = { status: 'loading' } | { status: 'shown'; remote: LoadedRemote } | { status: 'failed' };

interface RemoteStageProps {
  readonly remote: ReleasedRemote;
  readonly path: string;
  readonly shell: FunnelShell;
  readonly loader: RemoteLoader;
  readonly onRenderError: (remote: ReleasedRemote, version: string, error: unknown) => void;
}

/** Shows a remote's screen in its current version, else in its fallback version if that has it, else the error screen with a retry. */
export function RemoteStage({ remote, path, shell, loader, onRenderError }: RemoteStageProps) {
  const [state, setState] = useState<LoadState>(() => {
    const loaded = loader.loaded(remote.name);
    return loaded ? { status: 'shown', remote: loaded } : { status: 'loading' };
  });
  const [attempt, setAttempt] = useState({ number: 0, isRefetch: false });

  useEffect(() => {
    let isCurrent = true;
    const loading = attempt.isRefetch ? loader.reload(remote) : loader.load(remote);
    const show = (loaded: LoadedRemote) => isCurrent && setState({ status: 'shown', remote: loaded });
    loading.then(show, () => {
      if (!isCurrent) return;
      setState({ status: 'failed' });
      // A visitor on a slow network does not have to retry what is still on its way.
      void loader.lateArrival(remote.name).then(show);
    });
    return () => {
      isCurrent = false;
    };
  }, [loader, remote, attempt]);

  const loadAgain = (isRefetch: boolean) => {
    setState({ status: 'loading' });
    setAttempt({ number: attempt.number + 1, isRefetch });
  };

  if (state.status === 'loading') return <LoadingScreen />;
  const Stage = state.status === 'shown' ? state.remote.module.Stage : undefined;
  if (state.status === 'failed' || !Stage || !state.remote.paths.includes(path)) {
    return <RemoteErrorScreen onRetry={() => loadAgain(true)} />;
  }

  const { version } = state.remote;
  const loadFallbackVersion = (error: unknown) => {
    // Older builds have no boundary around a widget. The failure is the widget's, and another version would not help.
    if (error instanceof WidgetUnavailableError) return setState({ status: 'failed' });
    loader.markFailed(remote.name, version);
    onRenderError(remote, version, error);
    loadAgain(false);
  };
  return (
    <ErrorBoundary key={`${version} ${attempt.number}`} onError={loadFallbackVersion}>
      <Stage shell={shell} path={path} />
    </ErrorBoundary>
  );
}
