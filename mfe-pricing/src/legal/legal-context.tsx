import type { LegalTab } from '@funnel/contracts/widgets';
import { Widget } from '@funnel/shell-kit/widget';
import { FailedDialog, LoadingDialog } from '@funnel/ui/stand-in-dialog';
import { createContext, useContext, useState, type ReactNode } from 'react';

import { useContent } from '../content/content.ts';

const OpenLegal = createContext<(tab: LegalTab) => void>(() => undefined);

/** Opens the legal popup on a tab. */
export const useOpenLegal = () => useContext(OpenLegal);

/** Keeps the one legal popup of the page. */
export function LegalProvider({ children }: { children: ReactNode }) {
  const [tab, setTab] = useState<LegalTab | null>(null);
  return (
    <OpenLegal value={setTab}>
      {children}
      {tab && <LegalPopup tab={tab} onClose={() => setTab(null)} />}
    </OpenLegal>
  );
}

function LegalPopup({ tab, onClose }: { tab: LegalTab; onClose: () => void }) {
  const { legal } = useContent();
  return (
    <Widget
      request={{ name: 'legal/dialog', tab, onClose }}
      loading={<LoadingDialog title={legal.title} text={legal.loading} onClose={onClose} />}
      failed={(retry) => (
        <FailedDialog
          title={legal.title}
          text={legal.failed}
          retry={legal.retry}
          onRetry={retry}
          onClose={onClose}
        />
      )}
    />
  );
}
