import { type ReactNode, useEffect } from 'react';

import { copy } from '../content/copy.ts';
import styles from './page.module.css';
import type { QueryResult } from './query-result.ts';
import { StaleDataNotice } from './stale-data-notice.tsx';

/** Sets the title of the browser tab. */
export function useTitle(view: string): void {
  useEffect(() => {
    document.title = copy.title(view);
  }, [view]);
}

interface PageProps {
  readonly title: string;
  readonly intro: string;
  /** The view's main action, shown beside the heading. */
  readonly action?: ReactNode;
  /** Every query whose data the page shows. */
  readonly queries: readonly QueryResult<unknown>[];
  readonly children?: ReactNode;
}

/** A page of the console: a notice if its data is stale, one heading, and its sections. */
export function Page({ title, intro, action, queries, children }: PageProps) {
  useTitle(title);
  return (
    <div className={styles['page']}>
      <StaleDataNotice queries={queries} />
      <header className={styles['header']}>
        <div>
          <h1 className={styles['heading']}>{title}</h1>
          <p className={styles['intro']}>{intro}</p>
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}
