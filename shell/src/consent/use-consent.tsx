import type { ConsentChoice } from '@funnel/contracts/consent';
import { Boundary } from '@funnel/shell-kit/boundary';
import type { FunnelShell, WidgetProps } from '@funnel/shell-kit/remote';
import { Button } from '@funnel/ui/button';
import { useState, type ComponentType, type ReactNode, type RefObject } from 'react';

import { copy } from '../content/copy.ts';
import { useSignal } from '../signal.ts';
import type { ConsentKeeper } from './consent-keeper.ts';
import type { ConsentRegionProps } from './consent-region.tsx';
import styles from './consent.module.css';

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
  keeper: ConsentKeeper,
  shell: FunnelShell,
  stage: RefObject<HTMLElement | null>,
): ConsentViews {
  const status = useSignal(keeper.status);
  const [Popup, setPopup] = useState<ComponentType<WidgetProps> | null>(null);

  function choose(choice: ConsentChoice) {
    keeper.choose(choice);
    // The button goes with the question, and the focus would be lost with it.
    stage.current?.querySelector('h1')?.focus({ preventScroll: true });
  }
  function giveUpReading() {
    setPopup(null);
    shell.notify({ tone: 'destructive', title: copy.consent.unavailable });
  }
  function readMore() {
    shell.loadWidget('legal/dialog').then((widget) => setPopup(() => widget), giveUpReading);
  }

  const isAsked = status === 'asked' || status === 'asked-again';
  return {
    region: isAsked
      ? { isAskedAgain: status === 'asked-again', onChoose: choose, onReadMore: readMore }
      : undefined,
    foot: status === 'chosen' && (
      <footer className={styles['foot']}>
        <Button tone="quiet" onClick={keeper.withdraw}>
          {copy.consent.change}
        </Button>
      </footer>
    ),
    popup: Popup && (
      <Boundary onError={giveUpReading}>
        <Popup
          shell={shell}
          request={{ name: 'legal/dialog', tab: 'privacy', onClose: () => setPopup(null) }}
        />
      </Boundary>
    ),
  };
}
