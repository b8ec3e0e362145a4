import { shownClaim } from '@funnel/contracts/claims';
import { useShell } from '@funnel/shell-kit/shell-context';

import { useContent } from '../content/content.ts';
import { benefitScenes } from './benefit-scenes.tsx';
import styles from './benefits.module.css';
import { Section } from './section-head.tsx';

export function Benefits() {
  const { config } = useShell();
  const { benefits, claims } = useContent();
  const items = benefits.items.flatMap(({ scene, text, claim }) => {
    const shownText = claim ? shownClaim(claim, config.claims, claims)?.text : text;
    return shownText ? [{ scene, text: shownText }] : [];
  });

  return (
    <Section title={benefits.title}>
      <ul className={styles['benefits']}>
        {items.map(({ scene, text }) => (
          <li key={scene}>
            {benefitScenes[scene]}
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
