import { useContent } from '../content/content.ts';
import styles from './secure-payment.module.css';

/** An image and a text about secure payment. Shows no card brands. */
export function SecurePayment() {
  const { buy } = useContent();
  return (
    <div className={styles['secure']}>
      <svg
        viewBox="10 2 78 36"
        width="78"
        height="36"
        fill="none"
        strokeWidth="2"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M38 8h44a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H50" className={styles['card']} />
        <path d="M44 15h42M64 25h14" className={styles['card']} />
        <path d="M26 4l14 5v10c0 8-6 13-14 17-8-4-14-9-14-17V9l14-5Z" className={styles['shield']} />
        <path d="M20 19v-3a6 6 0 0 1 12 0v3m-13 0h14v9H19v-9Z" className={styles['lock']} />
      </svg>
      <p>
        <strong>{buy.securePayment}</strong>
        <span>{buy.secureNote}</span>
      </p>
    </div>
  );
}
