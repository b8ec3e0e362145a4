import { box, disc, Shape } from '@funnel/ui/art/shapes';

import { useContent } from '../content/content.ts';
import styles from './secure-payment.module.css';

/** A drawing and a text about secure payment. Shows no card brands. */
export function SecurePayment() {
  const { buy } = useContent();
  return (
    <div className={styles['secure']}>
      <svg
        viewBox="0 0 64 48"
        width="64"
        height="48"
        fill="currentColor"
        aria-hidden="true"
        focusable="false"
      >
        <Shape tone="brand" d={box(0, 4, 56, 37, 6)} />
        <Shape tone="soft" d={box(0, 11, 56, 7, 0)} />
        <Shape tone="paper" d={box(7, 30, 18, 4, 2)} />
        <Shape tone="paper" d={disc(50, 34, 14)} />
        <Shape tone="accent" d={disc(50, 34, 12)} />
        <Shape
          tone="brand"
          d={`${box(43.5, 32, 13, 9, 2)}M45.500 32V30A4.500 4.500 0 0 1 54.500 30V32H52V30A2 2 0 0 0 48 30V32Z`}
        />
      </svg>
      <p>
        <strong>{buy.securePayment}</strong>
        <span>{buy.secureNote}</span>
      </p>
    </div>
  );
}
