import type { WidgetRequest } from '@funnel/contracts/widgets';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

import { ErrorBoundary } from './error-boundary.tsx';
import type { WidgetProps } from './remote.tsx';
import { useShell } from './shell-context.tsx';
import { useWhenOnline } from './use-when-online.tsx';

type WidgetState =
  { status: 'loading' } | { status: 'ready'; View: ComponentType<WidgetProps> } | { status: 'failed' };

interface WidgetSlotProps {
  readonly request: WidgetRequest;
  /** Shown while the widget's remote loads. */
  readonly loading?: ReactNode;
  /** Rendered if no version of the widget loads and renders. `retry` loads it again. When the browser is online again, so does the slot. */
  readonly failed: (retry: () => void) => ReactNode;
}

/** Shows another remote's widget by name. */
export function Widget(props: WidgetSlotProps) {
  return <WidgetSlot key={props.request.name} {...props} />;
}

function WidgetSlot({ request, loading = null, failed }: WidgetSlotProps) {
  const shell = useShell();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<WidgetState>({ status: 'loading' });

  useEffect(() => {
    let isCurrent = true;
    shell.loadWidget(request.name).then(
      (View) => isCurrent && setState({ status: 'ready', View }),
      () => isCurrent && setState({ status: 'failed' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [shell, request.name, attempt]);

  const retry = () => {
    setState({ status: 'loading' });
    setAttempt(attempt + 1);
  };
  useWhenOnline(() => state.status === 'failed' && retry());

  if (state.status === 'ready') {
    return (
      <ErrorBoundary onError={() => setState({ status: 'failed' })}>
        <state.View shell={shell} request={request} />
      </ErrorBoundary>
    );
  }
  return state.status === 'failed' ? failed(retry) : loading;
}
