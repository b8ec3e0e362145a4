import type { ReactNode } from 'react';

import { classNames } from './class-names.ts';
import styles from './screen.module.css';

interface ScreenProps {
  /** The screen's only `h1`. It is focusable, so that screen readers announce a change of screen. */
  readonly title: ReactNode;
  readonly titleId?: string;
  /** Font size and line height in px: `title` 24/30 for long headings, `large` 28/34, below 360 px with 24 px. From 768 px both are 28/34, from 1024 px 36/44. */
  readonly size?: 'title' | 'large';
  readonly sub?: ReactNode;
  /** A small line above the heading. */
  readonly kicker?: ReactNode;
  /** A picture above the heading, as wide as the column. */
  readonly image?: ReactNode;
  /** A picture on the tinted stage of a `frame`, above the heading or, on a wide window, in a panel at the left. */
  readonly scene?: ReactNode;
  /** One line of text above the scene in the panel. Narrow windows do not show it. */
  readonly proof?: string;
  /** A card 64 px high at the foot of the stage. The scene gives up the space, so nothing else moves. */
  readonly card?: ReactNode;
  /** Pinned to the bottom while the content scrolls. */
  readonly action?: ReactNode;
  /**
   * `column` is 480 px wide, 560 px from 768 to 1023 px, and `wide` 560 px. `two-columns` fits two columns side by side on wide windows. `frame` is a column
   * that has the scene's panel beside it from 1024 px.
   */
  readonly width?: 'column' | 'wide' | 'two-columns' | 'frame';
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
  scene,
  proof,
  card,
  action,
  width = 'column',
  align = 'start',
  children,
}: ScreenProps) {
  return (
    <div className={classNames(styles['screen'], styles[width])}>
      {width === 'frame' && (
        <div className={styles['stage']}>
          {/* First, because a browser that paints it late would move the scene. */}
          {proof && <p className={styles['proof']}>{proof}</p>}
          <div className={styles['scene']}>{scene}</div>
          {card && <div className={styles['card']}>{card}</div>}
        </div>
      )}
      <div className={styles['body']}>
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
    </div>
  );
}
