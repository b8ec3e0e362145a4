import { useShell } from '@funnel/shell-kit/shell-context';
import { Icon } from '@funnel/ui/icon';

import { useContent } from '../content/content.ts';
import type { Content } from '../content/en.ts';
import styles from './access-anywhere.module.css';
import { Section } from './section-head.tsx';

export function AccessAnywhere() {
  const { access } = useContent();
  return (
    <Section title={access.title} sub={access.text}>
      <ul className={styles['badges']}>
        {access.badges.map((badge) => (
          <li key={badge.kind}>
            <AccessBadge {...badge} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** A link if its URL is configured, otherwise plain text. */
function AccessBadge({ kind, over, name }: Content['access']['badges'][number]) {
  const link = useShell().config.links[kind];
  const label = (
    <>
      <Icon name={kind === 'app' ? 'screen' : 'phone'} />
      <span>
        <span className={styles['over']}>{over}</span> <strong>{name}</strong>
      </span>
    </>
  );
  if (!link) return <span className={styles['badge']}>{label}</span>;
  return (
    <a className={styles['badge']} href={link} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  );
}
