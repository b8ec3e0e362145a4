import type { ReleasedRemote } from '@funnel/contracts/release';
import { Boundary } from '@funnel/shell-kit/boundary';
import type { FunnelShell } from '@funnel/shell-kit/remote';
import { useEffect, useState } from 'react';

import { BrokenPanel } from '../screens/broken-panel.tsx';
import { LoadingPanel } from '../screens/loading-panel.tsx';
import type { LoadedRemote, RemoteLoader } from './remote-loader.ts';
import { WidgetBroken } from './widget-loader.tsx';

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
  const [attempt, setAttempt] = useState({ number: 0, isAnew: false });

  useEffect(() => {
    let current = true;
    const loading = attempt.isAnew ? loader.reload(remote) : loader.load(remote);
    loading.then(
      (loaded) => current && setStage({ status: 'shown', remote: loaded }),
      () => current && setStage({ status: 'broken' }),
    );
    return () => {
      current = false;
    };
  }, [loader, remote, attempt]);

  const tryAgain = (isAnew: boolean) => {
    setStage({ status: 'loading' });
    setAttempt({ number: attempt.number + 1, isAnew });
  };

  if (stage.status === 'loading') return <LoadingPanel />;
  const Stage = stage.status === 'shown' ? stage.remote.module.Stage : undefined;
  if (stage.status === 'broken' || !Stage) {
    return <BrokenPanel onRetry={() => tryAgain(true)} />;
  }

  const { version } = stage.remote;
  const takeOtherVersion = (error: unknown) => {
    // A build from before widgets had a place to fail in: not its fault, and no other version would help.
    if (error instanceof WidgetBroken) return setStage({ status: 'broken' });
    loader.distrust(remote.name, version);
    onRenderError(remote, version, error);
    tryAgain(false);
  };
  return (
    <Boundary key={`${version} ${attempt.number}`} onError={takeOtherVersion}>
      <Stage shell={shell} path={path} />
    </Boundary>
  );
}
