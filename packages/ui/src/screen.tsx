import type { ReactNode } from 'react';

import { classNames } from './class-names.ts';
import styles from './screen.module.css';

interface ScreenProps {
  /** The screen's only `h1`. It is focusable, so that screen readers announce a change of screen. */
  readonly title: ReactNode;
  readonly titleId?: string;
  /** Font size and line height in px: `title` 24/30 for long headings, `large` 28/34. */
  readonly size?: 'title' | 'large';
  readonly sub?: ReactNode;
  /** A small line above the heading. */
  readonly kicker?: ReactNode;
  /** A picture above the heading, as wide as the column. */
  readonly image?: ReactNode;
  /** Pinned to the bottom while the content scrolls. */
  readonly action?: ReactNode;
  /** `column` is 480 px wide, `wide` 560 px. `two-columns` fits two columns side by side on wide windows. */
  readonly width?: 'column' | 'wide' | 'two-columns';
  readonly align?: 'start' | 'center';
  readonly children?: ReactNode;
}

/** A screen: a column with picture, heading, content, and an action pinned to the bottom. */
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
