import type { ReleasedRemote } from '@funnel/contracts/release';
import { ErrorBoundary } from '@funnel/shell-kit/error-boundary';
import type { FunnelShell } from '@funnel/shell-kit/remote';
import { useEffect, useState } from 'react';

import { RemoteErrorScreen } from '../screens/remote-error-screen.tsx';
import { LoadingPanel } from '../screens/loading-screen.tsx';
import type { LoadedRemote, RemoteLoader } from './remote-loader.ts';
import { WidgetUnavailableError } from './widget-loader.tsx';

type Stage = { status: 'loading' } | { status: 'shown'; remote: LoadedRemote } | { status: 'broken' };

interface RemoteStageProps {
  readonly remote: ReleasedRemote;
  readonly path: string;
  readonly shell: FunnelShell;
  readonly loader: RemoteLoader;
  readonly onRenderError: (remote: ReleasedRemote, version: string, error: unknown) => void;
}

/** Shows a remote's screen: the current version, else the one before it, else a panel that says what to do. */
export function RemoteStage({ remote, path, shell, loader, onRenderError }: RemoteStageProps) {
  const ready = loader.loaded(remote.name);
  const [stage, setStage] = useState<Stage>(
    ready ? { status: 'shown', remote: ready } : { status: 'loading' },
  );
  const [attempt, setAttempt] = useState({ number: 0, isRefetch: false });

  useEffect(() => {
    let current = true;
    const loading = attempt.isRefetch ? loader.reload(remote) : loader.load(remote);
    loading.then(
      (loaded) => current && setStage({ status: 'shown', remote: loaded }),
      () => current && setStage({ status: 'broken' }),
    );
    return () => {
      current = false;
    };
  }, [loader, remote, attempt]);

  const tryAgain = (isRefetch: boolean) => {
    setStage({ status: 'loading' });
    setAttempt({ number: attempt.number + 1, isRefetch });
  };

  if (stage.status === 'loading') return <LoadingPanel />;
  const Stage = stage.status === 'shown' ? stage.remote.module.Stage : undefined;
  if (stage.status === 'broken' || !Stage) {
    return <RemoteErrorScreen onRetry={() => tryAgain(true)} />;
  }

  const { version } = stage.remote;
  const loadFallbackVersion = (error: unknown) => {
    // A build from before widgets had a place to fail in: not its fault, and no other version would help.
    if (error instanceof WidgetUnavailableError) return setStage({ status: 'broken' });
    loader.markFailed(remote.name, version);
    onRenderError(remote, version, error);
    tryAgain(false);
  };
  return (
    <ErrorBoundary key={`${version} ${attempt.number}`} onError={loadFallbackVersion}>
      <Stage shell={shell} path={path} />
    </ErrorBoundary>
  );
}
