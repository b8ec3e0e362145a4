import type { ReactNode } from 'react';

import { classNames } from './class-names.ts';
import styles from './screen.module.css';

interface ScreenProps {
  /** The screen's one heading. It can take the focus, so that a change of screen is announced. */
  readonly title: ReactNode;
  readonly titleId?: string;
  /** `title` 24/30 for long ones, `large` 28/34. */
  readonly size?: 'title' | 'large';
  readonly sub?: ReactNode;
  /** A small line above the heading. */
  readonly kicker?: ReactNode;
  /** A picture above the heading, as wide as the column. */
  readonly image?: ReactNode;
  /** Stays in reach at the bottom while the rest scrolls. */
  readonly action?: ReactNode;
  /** The column: 480 or 560 px; `two-columns` makes room for a pair of columns where the window has it. */
  readonly width?: 'column' | 'wide' | 'two-columns';
  readonly align?: 'start' | 'center';
  readonly children?: ReactNode;
}

/** One screen: a column with a heading, content, and the action pinned below. */
export function Screen({
  title,
  titleId,
  size = 'large',
  sub,
  kicker,
  image,
  action,
  width = 'column',
  align = 'start',
  children,
}: ScreenProps) {
  return (
    <div data-width={width} className={classNames(styles['screen'], styles[width])}>
      <div className={styles['content']}>
        {image && <div className={styles['image']}>{image}</div>}
        <header className={classNames(styles['head'], styles[align])}>
          {kicker && <p className={styles['kicker']}>{kicker}</p>}
          <h1 id={titleId} tabIndex={-1} className={styles[size]}>
            {title}
          </h1>
          {sub && <p className={styles['sub']}>{sub}</p>}
        </header>
        {children}
      </div>
      {action && <div className={styles['action']}>{action}</div>}
    </div>
  );
}
