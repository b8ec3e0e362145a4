import styles from './star-rating.module.css';

interface StarRatingProps {
  /** The number of filled stars, with fractions. */
  readonly value: number;
  /** The number of all stars. */
  readonly of?: number;
  /** The accessible name, such as `4.6 out of 5 stars`. */
  readonly label: string;
}

const star = 'm10 1.8 2.5 5.3 5.8.8-4.2 4.1 1 5.8L10 15l-5.1 2.8 1-5.8-4.2-4.1 5.8-.8Z';

/** A row of stars, as one image for screen readers. */
export function StarRating({ value, of = 5, label }: StarRatingProps) {
  return (
    <span role="img" aria-label={label} className={styles['stars']}>
      {Array.from({ length: of }, (_, index) => (
        <svg key={index} viewBox="0 0 20 20" width="20" height="20">
          <path d={star} className={styles['empty']} />
          {/* A nested svg clips its content without a style attribute or an id. */}
          <svg width={Math.round(20 * Math.min(1, Math.max(0, value - index)))} height="20">
            <path d={star} className={styles['full']} />
          </svg>
        </svg>
      ))}
    </span>
  );
}
