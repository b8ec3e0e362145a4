import { Icon } from '@funnel/ui/icon';

import { useContent } from '../content/content.ts';
import { LegalLink } from '../legal/legal-link.tsx';
import styles from './guarantee.module.css';

export function Guarantee() {
  const { catalog, guarantee } = useContent();
  return (
    <section className={styles['guarantee']}>
      <h2>
        <Icon name="shield" size={32} />
        {guarantee.title}
      </h2>
      <p>{catalog.guarantee}</p>
      <p>
        <LegalLink tab="subscription">{guarantee.conditions}</LegalLink>
      </p>
    </section>
  );
}
