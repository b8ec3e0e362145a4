import styles from './progress-ring.module.css';

interface RingProps {
  /** Percent. */
  readonly value: number;
  /** Stands in the middle; drawn, so that a changing number moves nothing. */
  readonly text: string;
}

/** A round gauge for the eye; a `Progress` or words beside it say the number to those who listen. */
export function ProgressRing({ value, text }: RingProps) {
  return (
    <svg viewBox="0 0 120 120" fill="none" strokeWidth="10" aria-hidden="true" className={styles['ring']}>
      <circle cx="60" cy="60" r="54" className={styles['track']} />
      {value > 0 && (
        <circle
          cx="60"
          cy="60"
          r="54"
          pathLength="100"
          strokeDasharray={`${value} 100`}
          strokeLinecap="round"
          transform="rotate(-90 60 60)"
          className={styles['arc']}
        />
      )}
      <text x="60" y="69" textAnchor="middle" className={styles['text']}>
        {text}
      </text>
    </svg>
  );
}
