import { useContent } from '../content/content.ts';
import { LegalLink } from '../legal/legal-link.tsx';
import styles from './small-print.module.css';

/** The warnings for the claims above, and links to all legal texts. */
export function SmallPrint() {
  const { warnings, legal } = useContent();
  return (
    <footer className={styles['small']}>
      <section className={styles['warnings']}>
        <h2>{warnings.title}</h2>
        {warnings.items.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
      </section>
      <ul className={styles['links']}>
        {legal.links.map(({ tab, name }) => (
          <li key={tab}>
            <LegalLink tab={tab}>{name}</LegalLink>
          </li>
        ))}
      </ul>
    </footer>
  );
}
