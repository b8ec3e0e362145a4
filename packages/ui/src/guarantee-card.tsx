import type { ReactNode } from 'react';

import { Check } from './art/product.tsx';
import { Shape } from './art/shapes.tsx';
import styles from './guarantee-card.module.css';

interface GuaranteeCardProps {
  readonly title: string;
  readonly text: string;
  /** A link to the conditions. */
  readonly children: ReactNode;
}

/** The money-back guarantee with its limits. */
export const GuaranteeCard = ({ title, text, children }: GuaranteeCardProps) => (
  <section className={styles['guarantee']}>
    <svg
      viewBox="0 0 48 48"
      width="48"
      height="48"
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
      className={styles['shield']}
    >
      <Shape tone="accent" d="M24 0L44 8V22C44 35 35 44 24 48C13 44 4 35 4 22V8Z" />
      <Shape
        tone="brand"
        d="M24 5L39.500 11V22C39.500 32.500 33 39.500 24 43C15 39.500 8.500 32.500 8.500 22V11Z"
      />
      <Check x={24} y={24} tone="paper" />
    </svg>
    <h2>{title}</h2>
    <div className={styles['text']}>
      <p>{text}</p>
      {children}
    </div>
  </section>
);
