import type { ReactNode } from 'react';

import styles from './section.module.css';

interface SectionHeadProps {
  readonly title: string;
  readonly sub?: ReactNode;
  readonly id?: string;
}

export function SectionHead({ title, sub, id }: SectionHeadProps) {
  return (
    <div className={styles['head']}>
      <h2 id={id} tabIndex={id ? -1 : undefined}>
        {title}
      </h2>
      {sub && <p>{sub}</p>}
    </div>
  );
}

/** A section of the page with its heading. */
export function Section({ children, ...head }: SectionHeadProps & { readonly children: ReactNode }) {
  return (
    <section className={styles['section']}>
      <SectionHead {...head} />
      {children}
    </section>
  );
}
