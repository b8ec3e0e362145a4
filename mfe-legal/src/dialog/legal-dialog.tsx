import { legalTabs, type LegalTab } from '@funnel/contracts/widgets';
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
  readonly onClose: () => void;
}

export function LegalDialog({ firstTab = 'terms', onClose }: LegalDialogProps) {
  const { title, close, tabsLabel, tabs } = useContent();
  const [tab, setTab] = useState(firstTab);
  const contents = {
    terms: <TextTab name="terms" />,
    privacy: <TextTab name="privacy" />,
    subscription: (
      <>
        <PortalLink />
        <TextTab name="subscription" />
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
        value={tab}
        onChange={setTab}
        tabs={legalTabs.map((value) => ({ value, ...tabs[value], content: contents[value] }))}
      />
    </Dialog>
  );
}
