import type { ReactNode } from 'react';

import { classNames } from './class-names.ts';
import { BasicIcon, type BasicIconName } from './basic-icon.tsx';
import styles from './notice.module.css';

const icons = { success: 'check', info: 'info', amber: 'clock', danger: 'warning' } as const satisfies Record<
  string,
  BasicIconName
>;

interface NoticeProps {
  /** Screen readers announce `danger` immediately. */
  readonly tone: keyof typeof icons;
  readonly title?: string;
  readonly icon?: BasicIconName;
  /** What screen readers announce if the tone is `danger`. With `title`, changes of the rest are not announced. */
  readonly announced?: 'all' | 'title';
  readonly children?: ReactNode;
}

/** A box with an icon and a message. */
export function Notice({ tone, title, icon = icons[tone], announced = 'all', children }: NoticeProps) {
  const roleIf = (part: typeof announced) => (tone === 'danger' && part === announced ? 'alert' : undefined);
  return (
    <div role={roleIf('all')} className={classNames(styles['notice'], styles[tone])}>
      <BasicIcon name={icon} className={styles['icon']} />
      <div className={styles['text']}>
        {title && (
          <p role={roleIf('title')} className={styles['title']}>
            {title}
          </p>
        )}
        {children}
      </div>
    </div>
  );
}
