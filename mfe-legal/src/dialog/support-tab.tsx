import { useShell } from '@funnel/shell-kit/shell-context';

import { useContent } from '../content/content.ts';
import { MailLink } from './mail-link.tsx';
import styles from './text-tab.module.css';

export function SupportTab() {
  const { links } = useShell().config;
  const { support } = useContent();
  return (
    <article className={styles['text']}>
      <h3>{support.title}</h3>
      <p>{support.text}</p>
      <p>
        {support.write} <MailLink email={links.supportEmail} />
      </p>
      <p>{support.hint}</p>
    </article>
  );
}
