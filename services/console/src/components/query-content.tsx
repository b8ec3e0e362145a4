import { Notice } from '@funnel/ui/notice';
import { Spinner } from '@funnel/ui/spinner';
import type { ReactNode } from 'react';

import { copy } from '../content/copy.ts';
import { toFailure, describeFailure, type CallError } from '../api/failure.ts';
import { CompactButton } from './compact-button.tsx';
import { ReasonList } from './reason-list.tsx';

interface QueryContentProps<T> {
  /** The query's state. Loaded data stays when a later fetch fails. */
  readonly query: {
    readonly data?: T | undefined;
    readonly error?: CallError;
    readonly refetch: () => unknown;
  };
  readonly children: (data: T) => ReactNode;
}

/** Renders the data of a query; until there is data, a spinner or the failure. */
export function QueryContent<T>({ query, children }: QueryContentProps<T>) {
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
