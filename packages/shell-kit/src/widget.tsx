import type { WidgetRequest } from '@funnel/contracts/widgets';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

import { ErrorBoundary } from './error-boundary.tsx';
import type { WidgetProps } from './remote.tsx';
import { useShell } from './shell-context.tsx';

type Loading =
  { status: 'loading' } | { status: 'ready'; View: ComponentType<WidgetProps> } | { status: 'failed' };

interface WidgetSlotProps {
  readonly request: WidgetRequest;
  /** Shown while the widget's remote is on its way. */
  readonly loading?: ReactNode;
  /** Shown when no version of it can be had, or none can be shown; `retry` tries again. */
  readonly failed: (retry: () => void) => ReactNode;
}

/** Shows another remote's component by name. */
export function Widget(props: WidgetSlotProps) {
  return <WidgetSlot key={props.request.name} {...props} />;
}

function WidgetSlot({ request, loading = null, failed }: WidgetSlotProps) {
  const shell = useShell();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Loading>({ status: 'loading' });

  useEffect(() => {
    let current = true;
    shell.loadWidget(request.name).then(
      (View) => current && setState({ status: 'ready', View }),
      () => current && setState({ status: 'failed' }),
    );
    return () => {
      current = false;
    };
  }, [shell, request.name, attempt]);

  if (state.status === 'ready') {
    return (
      <ErrorBoundary onError={() => setState({ status: 'failed' })}>
        <state.View shell={shell} request={request} />
      </ErrorBoundary>
    );
  }
  const retry = () => {
    setState({ status: 'loading' });
    setAttempt(attempt + 1);
  };
  return state.status === 'failed' ? failed(retry) : loading;
}
