import type { LegalTab } from '@funnel/contracts/widgets';
import { createContext, useContext, useState, type ReactNode } from 'react';

import { Widget } from './widget.tsx';

const OpenLegalPopup = createContext<((tab: LegalTab) => void) | null>(null);

interface LegalPopupProviderProps {
  /** Shown from the click until the dialog has loaded. */
  readonly loading: (close: () => void) => ReactNode;
  /** Shown if the dialog cannot be loaded or rendered. */
  readonly failed: (retry: () => void, close: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** Lets its children open the legal dialog, which is a widget of mfe-legal. */
export function LegalPopupProvider({ loading, failed, children }: LegalPopupProviderProps) {
  const [tab, setTab] = useState<LegalTab | null>(null);
  const close = () => setTab(null);
  return (
    <OpenLegalPopup value={setTab}>
      {children}
      {tab && (
        <Widget
          request={{ name: 'legal/dialog', tab, onClose: close }}
          loading={loading(close)}
          failed={(retry) => failed(retry, close)}
        />
      )}
    </OpenLegalPopup>
  );
}

/** Returns the function that opens the legal dialog on a tab. */
export function useLegalPopup(): (tab: LegalTab) => void {
  const open = useContext(OpenLegalPopup);
  if (!open) throw new Error('useLegalPopup needs a LegalPopupProvider around it');
  return open;
}
