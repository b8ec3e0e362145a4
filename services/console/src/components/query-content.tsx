import { Notice } from '@funnel/ui/notice';
import { Skeleton } from '@funnel/ui/skeleton';
import { VisuallyHidden } from '@funnel/ui/visually-hidden';
import type { ReactNode } from 'react';

import { copy } from '../content/copy.ts';
import { toFailure, describeFailure, type CallError } from '../api/failure.ts';
import { CompactButton } from './compact-button.tsx';
import styles from './parts.module.css';
import { ReasonList } from './reason-list.tsx';

/** The state of a query. Loaded data stays when a later fetch of the same fails, but not that of another period or filter. */
export interface Query<T> {
  readonly currentData?: T | undefined;
  readonly error?: CallError;
  readonly refetch: () => unknown;
}

interface QueryContentProps<T> {
  readonly query: Query<T>;
  readonly children: (data: T) => ReactNode;
}

/** Renders the data of a query; until there is data, placeholders or the failure. */
export function QueryContent<T>({ query, children }: QueryContentProps<T>) {
  if (query.currentData !== undefined) return children(query.currentData);
  const failure = toFailure(query.error);
  if (!failure)
    return (
      <div role="status" className={styles['loading']}>
        <VisuallyHidden>{copy.loading}</VisuallyHidden>
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </div>
    );
  const { title, reasons } = describeFailure(failure);
  return (
    <Notice tone="danger" title={copy.failures.notLoaded}>
      <ReasonList reasons={[title, ...reasons]} />
      <CompactButton onClick={() => void query.refetch()}>{copy.retry}</CompactButton>
    </Notice>
  );
}
