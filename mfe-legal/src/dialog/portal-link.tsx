import { useShell } from '@funnel/shell-kit/shell-context';

import { useContent } from '../content/content.ts';

/** The way to the payment provider's own page for managing and canceling; nothing where none is set up. */
export function PortalLink() {
  const { portalLogin } = useShell().config.links;
  const { account } = useContent();
  if (!portalLogin) return null;
  return (
    <p>
      {account.portalText}{' '}
      <a href={portalLogin} target="_blank" rel="noopener noreferrer">
        {account.portal}
      </a>
    </p>
  );
}
