import { Notice } from '@funnel/ui/notice';
import { Spinner } from '@funnel/ui/spinner';
import type { ReactNode } from 'react';

import { copy } from '../content/copy.ts';
import { failureIn, wordsFor, type CallError } from '../service/failure.ts';
import { Action } from './action.tsx';
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
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  const failure = failureIn(query.error);
  if (!failure) return <Spinner>{copy.loading}</Spinner>;
  const { title, reasons } = wordsFor(failure);
  return (
    <Notice tone="danger" title={copy.failures.notLoaded}>
      <ReasonList reasons={[title, ...reasons]} />
      <Action onClick={() => void query.refetch()}>{copy.retry}</Action>
    </Notice>
  );
}
