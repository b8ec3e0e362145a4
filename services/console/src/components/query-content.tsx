import { Notice } from '@funnel/ui/notice';
import { Spinner } from '@funnel/ui/spinner';
import type { ReactNode } from 'react';

import { copy } from '../content/copy.ts';
import { toFailure, describeFailure, type CallError } from '../api/failure.ts';
import { CompactButton } from './compact-button.tsx';
import { ReasonList } from './reason-list.tsx';

interface LoadedProps<T> {
  /** A query's state. Data once loaded stays, whatever happens to later loads. */
  readonly query: {
    readonly data?: T | undefined;
    readonly error?: CallError;
    readonly refetch: () => unknown;
  };
  readonly children: (data: T) => ReactNode;
}

/** What was loaded; until then that it is on its way, or why it is not. */
export function QueryContent<T>({ query, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  const failure = toFailure(query.error);
  if (!failure) return <Spinner>{copy.loading}</Spinner>;
  const { title, reasons } = describeFailure(failure);
  return (
    <Notice tone="danger" title={copy.failures.notLoaded}>
      <ReasonList reasons={[title, ...reasons]} />
      <CompactButton onClick={() => void query.refetch()}>{copy.retry}</CompactButton>
    </Notice>
  );
}
