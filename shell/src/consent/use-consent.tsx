import type { ConsentChoice } from '@funnel/contracts/consent';
import type { FunnelShell } from '@funnel/shell-kit/remote';
import { Button } from '@funnel/ui/button';
import { useEffectEvent, useLayoutEffect, useState, type ReactNode, type RefObject } from 'react';

import { copy } from '../content/copy.ts';
import { useSignal } from '../signal.ts';
import { isPrompted, type ConsentStore } from './consent-store.ts';
import type { ConsentBannerProps } from './consent-banner.tsx';
import styles from './consent.module.css';
import { PrivacyDialog } from './privacy-dialog.tsx';

interface ConsentViews {
  /** The props of the banner above the screen, while the visitor is prompted. */
  readonly banner: ConsentBannerProps | undefined;
  /** The footer below the screen, where the visitor can withdraw their choice. */
  readonly footer: ReactNode;
  /** The privacy text in a dialog over the page. */
  readonly dialog: ReactNode;
}

/** Returns the views about consent, which are the same on every screen. */
export function useConsent(
  store: ConsentStore,
  shell: FunnelShell,
  main: RefObject<HTMLElement | null>,
  path: string,
): ConsentViews {
  const status = useSignal(store.status);
  const [isReading, setIsReading] = useState(false);
  // Before the new screen's heading gets the focus, which an open dialog would prevent.
  useLayoutEffect(() => () => setIsReading(false), [path]);

  const focusHeading = () => main.current?.querySelector('h1')?.focus({ preventScroll: true });
  const focusHeadingIfLost = useEffectEvent(() => {
    if (!isPrompted(status) && document.activeElement === document.body) focusHeading();
  });
  // The dialog returns the focus to the banner, which the choice of another tab may have removed.
  useLayoutEffect(() => {
    if (!isReading) return;
    return () => focusHeadingIfLost();
  }, [isReading]);

  function choose(choice: ConsentChoice) {
    store.choose(choice);
    // The clicked button disappears with the banner, and the focus would be lost with it.
    focusHeading();
  }
  function reportMissingText() {
    setIsReading(false);
    shell.notify({ tone: 'destructive', ...copy.consent.unavailable });
  }

  return {
    banner: isPrompted(status)
      ? {
          isPromptedAgain: status === 'prompted-again',
          onChoose: choose,
          onReadMore: () => setIsReading(true),
          onFocusLost: focusHeading,
        }
      : undefined,
    footer: status === 'chosen' && (
      <footer className={styles['footer']}>
        <Button tone="quiet" onClick={store.withdraw}>
          {copy.consent.change}
        </Button>
      </footer>
    ),
    dialog: isReading && (
      <PrivacyDialog shell={shell} onClose={() => setIsReading(false)} onFailure={reportMissingText} />
    ),
  };
}
