import { useShell } from '@funnel/shell-kit/shell-context';
import { Button, ButtonLink } from '@funnel/ui/button';

import { useContent } from '../content/content.ts';
import { PortalLink } from './portal-link.tsx';
import styles from './account-tab.module.css';

export function AccountTab({ onStay }: { onStay: () => void }) {
  const { links } = useShell().config;
  const { account } = useContent();
  const newTab = { target: '_blank', rel: 'noopener noreferrer' };
  return (
    <article className={styles['account']}>
      <h3>{account.title}</h3>
      <p>{account.text}</p>
      <ButtonLink href={`${links.app}/login`} {...newTab}>
        {account.login}
      </ButtonLink>
      <Button tone="secondary" onClick={onStay}>
        {account.stay}
      </Button>
      <PortalLink />
    </article>
  );
}
