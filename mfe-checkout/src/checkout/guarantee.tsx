import { LegalPopupProvider } from '@funnel/shell-kit/legal-popup';
import { useShell } from '@funnel/shell-kit/shell-context';
import { GuaranteeCard } from '@funnel/ui/guarantee-card';
import { LinkButton } from '@funnel/ui/link-button';
import { LoadingDialog } from '@funnel/ui/stand-in-dialog';

import { useContent } from '../content/content.ts';
import { LegalLink } from '../legal-link.tsx';

/** The money-back guarantee with a link to its conditions. */
export function Guarantee() {
  const { catalog, checkout } = useContent();
  const { guarantee: content } = checkout;
  return (
    <GuaranteeCard title={content.title} text={catalog.guarantee}>
      <LegalPopupProvider
        loading={(close) => (
          <LoadingDialog
            title={content.title}
            text={content.loading}
            closeLabel={content.close}
            onClose={close}
          />
        )}
        failed={(retry) => <ConditionsMissing onRetry={retry} />}
      >
        <LegalLink tab="subscription">{content.conditions}</LegalLink>
      </LegalPopupProvider>
    </GuaranteeCard>
  );
}

function ConditionsMissing({ onRetry }: { onRetry: () => void }) {
  const content = useContent().checkout.guarantee;
  const { supportEmail } = useShell().config.links;
  return (
    <>
      <p role="alert">
        {content.failed} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      </p>
      <LinkButton onClick={onRetry}>{content.retry}</LinkButton>
    </>
  );
}
