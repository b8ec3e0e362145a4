import { GuaranteeCard } from '@funnel/ui/guarantee-card';

import { useContent } from '../content/content.ts';
import { LegalLink } from '../legal/legal-link.tsx';

export function Guarantee() {
  const { catalog, guarantee } = useContent();
  return (
    <GuaranteeCard title={guarantee.title} text={catalog.guarantee}>
      <LegalLink tab="subscription" section="guarantee">
        {guarantee.conditions}
      </LegalLink>
    </GuaranteeCard>
  );
}
