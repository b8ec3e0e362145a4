import type { ReactNode } from 'react';

import styles from './screen-cell.module.css';

interface ScreenCellProps {
  readonly path: string;
  /** Null for a path that no build names. */
  readonly title: string | null | undefined;
  readonly note?: string | null;
  /** The bar of the screen's visitors. */
  readonly children: ReactNode;
}

/** The first cell of a funnel's row. */
export const ScreenCell = ({ path, title, note, children }: ScreenCellProps) => (
  <div className={styles['screen']}>
    <span className={styles['name']}>
      {title ?? path} {title && <small>{path}</small>} {note && <small>{note}</small>}
    </span>
    {children}
  </div>
);
