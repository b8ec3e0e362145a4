import type { ReactNode } from 'react';

import { useTitle } from '../frame/use-title.ts';
import styles from './parts.module.css';

interface PageProps {
  readonly title: string;
  readonly lead?: string;
  readonly children?: ReactNode;
}

/** A page of the console: one heading, then its sections. */
export function Page({ title, lead, children }: PageProps) {
  useTitle(title);
  return (
    <div className={styles['page']}>
      <header>
        <h1 className={styles['heading']}>{title}</h1>
        {lead && <p className={styles['lead']}>{lead}</p>}
      </header>
      {children}
    </div>
  );
}
