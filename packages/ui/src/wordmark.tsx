import styles from './wordmark.module.css';

/** The mark of the brand, as in the icon of the site, with its name. */
export function Wordmark({ children }: { children: string }) {
  return (
    <span translate="no" className={styles['wordmark']}>
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false" className={styles['mark']}>
        <rect width="32" height="32" rx="8" />
        <path d="M9 12v14M23 6v14" />
        <path d="M9 17.5v3M23 11.5v3" className={styles['body']} />
        <g className={styles['accent']}>
          <path d="M16 9v14" />
          <path d="M16 14.5v3" className={styles['body']} />
        </g>
      </svg>
      {children}
    </span>
  );
}
