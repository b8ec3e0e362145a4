import type { LegalTab } from '@funnel/contracts/widgets';
import { useLegalPopup } from '@funnel/shell-kit/legal-popup';
import { LinkButton } from '@funnel/ui/link-button';
import type { ReactNode } from 'react';

export function LegalLink({ tab, children }: { tab: LegalTab; children: ReactNode }) {
  const openLegalDialog = useLegalPopup();
  return <LinkButton onClick={() => openLegalDialog(tab)}>{children}</LinkButton>;
}
