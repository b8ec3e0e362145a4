import { useShell } from '@funnel/shell-kit/shell-context';

import { useContent } from '../content/content.ts';

/** A link to the payment provider's page for managing and canceling. Renders nothing if it is not configured. */
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
