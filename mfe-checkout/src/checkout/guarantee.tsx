import { LegalPopupProvider } from '@funnel/shell-kit/legal-popup';
import { useShell } from '@funnel/shell-kit/shell-context';
import { GuaranteeCard } from '@funnel/ui/guarantee-card';
import { standInDialogs } from '@funnel/ui/stand-in-dialog';

import { useContent } from '../content/content.ts';
import { LegalLink } from '../legal-link.tsx';

/** The money-back guarantee with a link to its conditions. */
export function Guarantee() {
  const { catalog, checkout } = useContent();
  const { guarantee: content } = checkout;
  const { supportEmail } = useShell().config.links;
  return (
    <GuaranteeCard title={content.title} text={catalog.guarantee}>
      <LegalPopupProvider {...standInDialogs({ ...content, failed: content.failed(supportEmail) }, 'large')}>
        <LegalLink tab="subscription" section="guarantee">
          {content.conditions}
        </LegalLink>
      </LegalPopupProvider>
    </GuaranteeCard>
  );
}
