import type { ReactNode } from 'react';

import { useTitle } from './use-title.ts';
import styles from './parts.module.css';
import { StaleDataNotice } from './stale-data-notice.tsx';
import type { Answered } from './staleness.ts';

interface PageProps {
  readonly title: string;
  readonly lead?: string;
  /** All that the page shows answers of. */
  readonly queries: readonly Answered[];
  readonly children?: ReactNode;
}

/** A page of the console: how old it is where that matters, one heading, then its sections. */
export function Page({ title, lead, queries, children }: PageProps) {
  useTitle(title);
  return (
    <div className={styles['page']}>
      <StaleDataNotice queries={queries} />
      <header>
        <h1 className={styles['heading']}>{title}</h1>
        {lead && <p className={styles['lead']}>{lead}</p>}
      </header>
      {children}
    </div>
  );
}
