import type { LegalSection, LegalTab } from '@funnel/contracts/widgets';
import { useLegalPopup } from '@funnel/shell-kit/legal-popup';
import { LinkButton } from '@funnel/ui/link-button';
import type { ReactNode } from 'react';

interface LegalLinkProps {
  readonly tab: LegalTab;
  readonly section?: LegalSection;
  readonly children: ReactNode;
}

export function LegalLink({ tab, section, children }: LegalLinkProps) {
  const openLegalDialog = useLegalPopup();
  return <LinkButton onClick={() => openLegalDialog(tab, section)}>{children}</LinkButton>;
}
