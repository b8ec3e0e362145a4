import type { ConsentChoice } from '@funnel/contracts/consent';
import type { FunnelShell } from '@funnel/shell-kit/remote';
import { Button } from '@funnel/ui/button';
import { useState, type ReactNode, type RefObject } from 'react';

import { copy } from '../content/copy.ts';
import { useSignal } from '../signal.ts';
import type { ConsentStore } from './consent-store.ts';
import type { ConsentRegionProps } from './consent-banner.tsx';
import styles from './consent.module.css';
import { PrivacyPopup } from './privacy-popup.tsx';

interface ConsentViews {
  /** For the place above the screen, where the visitor is asked. */
  readonly region: ConsentRegionProps | undefined;
  /** For the place below the screen, where a choice can be taken back. */
  readonly foot: ReactNode;
  /** The privacy text, over the page. */
  readonly popup: ReactNode;
}

/** What is shown about consent, wherever the visitor is. */
export function useConsent(
  keeper: ConsentStore,
  shell: FunnelShell,
  stage: RefObject<HTMLElement | null>,
): ConsentViews {
  const status = useSignal(keeper.status);
  const [isReading, setIsReading] = useState(false);

  function choose(choice: ConsentChoice) {
    keeper.choose(choice);
    // The button goes with the question, and the focus would be lost with it.
    stage.current?.querySelector('h1')?.focus({ preventScroll: true });
  }
  function giveUpReading() {
    setIsReading(false);
    shell.notify({ tone: 'destructive', title: copy.consent.unavailable });
  }

  const isAsked = status === 'asked' || status === 'asked-again';
  return {
    region: isAsked
      ? { isAskedAgain: status === 'asked-again', onChoose: choose, onReadMore: () => setIsReading(true) }
      : undefined,
    foot: status === 'chosen' && (
      <footer className={styles['foot']}>
        <Button tone="quiet" onClick={keeper.withdraw}>
          {copy.consent.change}
        </Button>
      </footer>
    ),
    popup: isReading && (
      <PrivacyPopup shell={shell} onClose={() => setIsReading(false)} onFailure={giveUpReading} />
    ),
  };
}
