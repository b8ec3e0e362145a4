import { legalTabs, type LegalSection, type LegalTab } from '@funnel/contracts/widgets';
import { Dialog } from '@funnel/ui/dialog';
import { Tabs } from '@funnel/ui/tabs';
import { useState } from 'react';

import { useContent } from '../content/content.ts';
import { AccountTab } from './account-tab.tsx';
import { PortalLink } from './portal-link.tsx';
import { SupportTab } from './support-tab.tsx';
import { TextTab } from './text-tab.tsx';

interface LegalDialogProps {
  /** By default the terms. */
  readonly firstTab?: LegalTab;
  /** The section of the first tab that is shown first. */
  readonly section?: LegalSection;
  readonly onClose: () => void;
}

export function LegalDialog({ firstTab = 'terms', section, onClose }: LegalDialogProps) {
  const { title, close, tabsLabel, tabs } = useContent();
  const [place, setPlace] = useState<{ tab: LegalTab; section?: LegalSection }>({ tab: firstTab, section });
  const contents = {
    terms: <TextTab name="terms" />,
    privacy: <TextTab name="privacy" />,
    subscription: (
      <>
        <PortalLink />
        <TextTab name="subscription" firstSection={place.section} />
      </>
    ),
    disclaimer: <TextTab name="disclaimer" />,
    support: <SupportTab />,
    account: <AccountTab onStay={onClose} />,
  };

  return (
    <Dialog open size="large" title={title} closeLabel={close} onClose={onClose}>
      <Tabs
        fill
        label={tabsLabel}
        value={place.tab}
        onChange={(tab) => setPlace({ tab })}
        tabs={legalTabs.map((value) => ({ value, ...tabs[value], content: contents[value] }))}
      />
    </Dialog>
  );
}
