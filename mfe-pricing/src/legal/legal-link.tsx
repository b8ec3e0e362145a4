import type { LegalTab } from '@funnel/contracts/widgets';
import { useLegalPopup } from '@funnel/shell-kit/legal-popup';
import { LinkButton } from '@funnel/ui/link-button';
import type { ReactNode } from 'react';

export function LegalLink({ tab, children }: { tab: LegalTab; children: ReactNode }) {
  const openLegalPopup = useLegalPopup();
  return <LinkButton onClick={() => openLegalPopup(tab)}>{children}</LinkButton>;
}
