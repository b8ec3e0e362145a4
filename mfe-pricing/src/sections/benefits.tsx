import { shownClaim } from '@funnel/contracts/claims';
import { useShell } from '@funnel/shell-kit/shell-context';
import { Icon } from '@funnel/ui/icon';

import { useContent } from '../content/content.ts';
import styles from './benefits.module.css';
import { Section } from './section-head.tsx';

export function Benefits() {
  const { config, locale } = useShell();
  const { benefits } = useContent();
  const shown = benefits.items.flatMap(({ icon, text, claim }) => {
    const shownText = claim ? shownClaim(claim, config.claims, locale)?.text : text;
    return shownText ? [{ icon, text: shownText }] : [];
  });

  return (
    <Section title={benefits.title}>
      <ul className={styles['benefits']}>
        {shown.map(({ icon, text }) => (
          <li key={text}>
            <span className={styles['tile']}>
              <Icon name={icon} />
            </span>
            {text}
          </li>
        ))}
      </ul>
    </Section>
  );
}
