import { useId, type ReactNode } from 'react';

import styles from './panel.module.css';

interface PanelProps {
  readonly title: string;
  /** Shown beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a page with its heading. */
export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles['panel']}>
      <div className={styles['head']}>
        <h2 id={id} className={styles['title']}>
          {title}
        </h2>
        {aside && <div className={styles['aside']}>{aside}</div>}
      </div>
      {children}
    </section>
  );
}
