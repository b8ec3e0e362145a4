import type { ConsentChoice } from '@funnel/contracts/consent';
import { Button } from '@funnel/ui/button';
import { useEffect, useRef } from 'react';

import { copy } from '../content/copy.ts';
import styles from './consent.module.css';

export interface ConsentRegionProps {
  /** The visitor asked for it, so it takes the focus. */
  readonly isAskedAgain?: boolean;
  /** Both absent in the static frame, where the buttons wait for the scripts. */
  readonly onChoose?: (choice: ConsentChoice) => void;
  readonly onReadMore?: () => void;
}

/** Asks whether ads may be measured. Stands in the flow above the screen: it covers nothing and holds nothing up. */
export function ConsentBanner({ isAskedAgain = false, onChoose, onReadMore }: ConsentRegionProps) {
  const { label, text, readMore, accept, decline } = copy.consent;
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!isAskedAgain) return;
    scrollTo(0, 0);
    region.current?.focus({ preventScroll: true });
  }, [isAskedAgain]);

  return (
    <section ref={region} tabIndex={-1} aria-label={label} className={styles['region']}>
      <div className={styles['column']}>
        <div className={styles['text']}>
          <p>{text}</p>
          <button type="button" className={styles['link']} onClick={onReadMore}>
            {readMore}
          </button>
        </div>
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
