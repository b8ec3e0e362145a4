import { brand } from '@funnel/contracts/brand';
import { Button } from '@funnel/ui/button';
import { VisuallyHidden } from '@funnel/ui/visually-hidden';
import { Wordmark } from '@funnel/ui/wordmark';

import { useContent } from '../content/content.ts';
import { formatCountdown } from './countdown.ts';
import styles from './offer-header.module.css';
import { useCountdown, type Offer } from './use-offer.ts';

interface OfferHeaderProps {
  readonly offer: Offer;
  readonly onMyPlan: () => void;
}

export function OfferHeader({ offer, onMyPlan }: OfferHeaderProps) {
  const { header } = useContent();
  return (
    <header className={styles['header']}>
      <div className={styles['row']}>
        {!offer.hasEnded && <TimeLeft deadlineMs={offer.deadlineMs} />}
        <div className={styles[offer.hasEnded ? 'brand' : 'brandBesideTime']}>
          <Wordmark>{brand.name}</Wordmark>
        </div>
        {/* A change of prices is announced beside the plans. */}
        <VisuallyHidden aria-live="polite">
          {offer.hasEnded && offer.hasPromotionalPrice && header.countdownEnded}
        </VisuallyHidden>
        <Button tone="secondary" wide={false} className={styles['plan']} onClick={onMyPlan}>
          {header.myPlan}
        </Button>
      </div>
    </header>
  );
}

/** A component of its own, so that only this text renders again each second. */
function TimeLeft({ deadlineMs }: { deadlineMs: number }) {
  const { header } = useContent();
  const left = useCountdown(deadlineMs, formatCountdown);
  return (
    <p className={styles['left']} role="timer">
      <span>{header.discountExpires}</span> <strong>{left}</strong>
    </p>
  );
}
