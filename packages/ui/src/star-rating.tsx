import styles from './star-rating.module.css';

interface StarsProps {
  /** Stars given, fractions too. */
  readonly value: number;
  readonly of?: number;
  /** `4.6 out of 5 stars` */
  readonly label: string;
}

const star = 'm10 1.8 2.5 5.3 5.8.8-4.2 4.1 1 5.8L10 15l-5.1 2.8 1-5.8-4.2-4.1 5.8-.8Z';

export function StarRating({ value, of = 5, label }: StarsProps) {
  return (
    <span role="img" aria-label={label} className={styles['stars']}>
      {Array.from({ length: of }, (_, index) => (
        <svg key={index} viewBox="0 0 20 20" width="20" height="20">
          <path d={star} className={styles['empty']} />
          {/* An inner svg clips, which needs no style and no id. */}
          <svg width={Math.round(20 * Math.min(1, Math.max(0, value - index)))} height="20">
            <path d={star} className={styles['full']} />
          </svg>
        </svg>
      ))}
    </span>
  );
}
