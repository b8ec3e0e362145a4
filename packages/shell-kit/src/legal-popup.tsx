import type { LegalSection, LegalTab } from '@funnel/contracts/widgets';
import { createContext, useContext, useState, type ReactNode } from 'react';

import { Widget } from './widget.tsx';

type OpenLegalDialog = (tab: LegalTab, section?: LegalSection) => void;

const LegalPopupContext = createContext<OpenLegalDialog | null>(null);

interface LegalPopupProviderProps {
  /** Shown from the click until the dialog has loaded. */
  readonly loading: (close: () => void) => ReactNode;
  /** Shown if the dialog cannot be loaded or rendered. */
  readonly failed: (retry: () => void, close: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** Lets its children open the legal dialog, which is a widget of mfe-legal. */
export function LegalPopupProvider({ loading, failed, children }: LegalPopupProviderProps) {
  const [place, setPlace] = useState<{ tab: LegalTab; section?: LegalSection } | null>(null);
  const close = () => setPlace(null);
  return (
    <LegalPopupContext value={(tab, section) => setPlace({ tab, section })}>
      {children}
      {place && (
        <Widget
          request={{ name: 'legal/dialog', ...place, onClose: close }}
          loading={loading(close)}
          failed={(retry) => failed(retry, close)}
        />
      )}
    </LegalPopupContext>
  );
}

/** Returns the function that opens the legal dialog on a tab, or on a section of it. */
export function useLegalPopup(): OpenLegalDialog {
  const open = useContext(LegalPopupContext);
  if (!open) throw new Error('useLegalPopup needs a LegalPopupProvider around it');
  return open;
}
