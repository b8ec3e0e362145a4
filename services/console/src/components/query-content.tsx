import { Notice } from '@funnel/ui/notice';
import { Skeleton } from '@funnel/ui/skeleton';
import { VisuallyHidden } from '@funnel/ui/visually-hidden';
import type { ReactNode } from 'react';

import { toFailure, describeFailure } from '../api/failure.ts';
import { copy } from '../content/copy.ts';
import { CompactButton } from './compact-button.tsx';
import notices from './notices.module.css';
import { ReasonList } from './notices.tsx';
import { Panel } from './panel.tsx';
import styles from './query-content.module.css';
import type { QueryResult } from './query-result.ts';

/** Shows why the data of a query could not be loaded, with a button to try again. */
export function QueryFailure({ query }: { readonly query: Pick<QueryResult<unknown>, 'error' | 'refetch'> }) {
  const failure = toFailure(query.error);
  if (!failure) return null;
  const { title, reasons } = describeFailure(failure);
  return (
    <Notice tone="danger" title={copy.failures.notLoaded}>
      <div className={notices['message']}>
        <p>{title}</p>
        <ReasonList reasons={reasons} />
        <CompactButton onClick={() => void query.refetch()}>{copy.retry}</CompactButton>
      </div>
    </Notice>
  );
}

interface QueryContentProps<T> {
  readonly query: QueryResult<T>;
  /** The title of the panel with the data, for a page that has several: it is shown until there is data. */
  readonly title?: string;
  readonly children: (data: T) => ReactNode;
}

/** Renders the data of a query; until there is data, placeholders or the failure. */
export function QueryContent<T>({ query, title, children }: QueryContentProps<T>) {
  if (query.currentData !== undefined) return children(query.currentData);
  const content = query.error ? (
    <QueryFailure query={query} />
  ) : (
    <div role="status" className={styles['loading']}>
      <VisuallyHidden>{copy.loading}</VisuallyHidden>
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  );
  return title ? <Panel title={title}>{content}</Panel> : content;
}
