import styles from './progress-ring.module.css';

interface ProgressRingProps {
  /** Percent, 0 to 100. */
  readonly value: number;
  /** Shown in the middle as SVG text, so that a changing number does not move the layout. */
  readonly text: string;
}

/** A round gauge, hidden from screen readers. A `Progress` or a text beside it must state the number. */
export function ProgressRing({ value, text }: ProgressRingProps) {
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
