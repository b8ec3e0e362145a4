import type { ConsentChoice } from '@funnel/contracts/consent';
import { Button } from '@funnel/ui/button';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

import { copy } from '../content/copy.ts';
import styles from './consent.module.css';

export interface ConsentBannerProps {
  /** The visitor has reopened the banner, so it takes the focus. */
  readonly isPromptedAgain?: boolean;
  /** The callbacks are absent in the prerendered layout, whose buttons do nothing before the takeover. */
  readonly onChoose?: (choice: ConsentChoice) => void;
  readonly onReadMore?: () => void;
  /** Called when the banner is removed with the focus in it, as after a choice in another tab. */
  readonly onFocusLost?: () => void;
}

/** Asks whether ads may be measured. It is in the page flow above the screen, so it covers and blocks nothing. */
export function ConsentBanner({
  isPromptedAgain = false,
  onChoose,
  onReadMore,
  onFocusLost,
}: ConsentBannerProps) {
  const { label, text, readMore, accept, decline } = copy.consent;
  const banner = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!isPromptedAgain) return;
    scrollTo(0, 0);
    banner.current?.focus({ preventScroll: true });
  }, [isPromptedAgain]);

  const reportLostFocus = useEffectEvent(() => onFocusLost?.());
  useLayoutEffect(() => {
    const element = banner.current;
    return () => {
      if (element?.contains(document.activeElement)) reportLostFocus();
    };
  }, []);

  return (
    <section ref={banner} tabIndex={-1} aria-label={label} className={styles['banner']}>
      <div className={styles['column']}>
        <p className={styles['text']}>{text}</p>
        <button type="button" className={styles['link']} onClick={onReadMore}>
          {readMore}
        </button>
        <div className={styles['choices']}>
          <Button tone="secondary" className={styles['choice']} onClick={() => onChoose?.('denied')}>
            {decline}
          </Button>
          <Button tone="secondary" className={styles['choice']} onClick={() => onChoose?.('granted')}>
            {accept}
          </Button>
        </div>
      </div>
    </section>
  );
}
