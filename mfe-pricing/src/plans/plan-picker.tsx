import { isClaimShown } from '@funnel/contracts/claims';
import { defaultPlanId, planIds, priceOf, type PlanId } from '@funnel/contracts/plans';
import { useShell } from '@funnel/shell-kit/shell-context';
import { Badge } from '@funnel/ui/badge';
import { VisuallyHidden } from '@funnel/ui/visually-hidden';
import { RadioCard, RadioCards } from '@funnel/ui/radio-cards';
import { memo } from 'react';

import { useContent } from '../content/content.ts';
import type { Offer } from '../offer/use-offer.ts';
import { SectionHead } from '../sections/section-head.tsx';
import { describePlan } from './plan-copy.ts';
import styles from './plan-picker.module.css';

interface PlanPickerProps {
  readonly planId: PlanId;
  readonly offer: Offer;
  readonly onSelect: (planId: PlanId) => void;
}

/** Rendered again only for another plan or offer, so that a press on a main button, which renders the page again, stays fast. */
export const PlanPicker = memo(function PlanPicker({ planId, offer, onSelect }: PlanPickerProps) {
  const { config } = useShell();
  const { catalog, plans, header } = useContent();

  return (
    <>
      <SectionHead
        id="pricing-title"
        title={plans.title}
        // At zero nothing says any more that the offer is limited, even if its price still applies. The space keeps the
        // line, so that the plans below do not move.
        sub={
          <>
            {/* In an element of its own: a browser that has translated the page has replaced the text itself. */}
            <span>{!offer.hasEnded && plans.subtitle}</span>
            <span aria-live="polite" className={styles['ended']}>
              {!offer.hasPromotionalPrice && header.discountEnded}
            </span>
            {'\u00a0'}
          </>
        }
      />
      <RadioCards label={plans.title} value={planId} values={planIds} onChange={onSelect}>
        {planIds.map((id) => {
          const copy = describePlan(
            priceOf(id, config.currency, offer.hasPromotionalPrice),
            catalog,
            offer.todayMs,
          );
          return (
            <RadioCard
              key={id}
              value={id}
              title={copy.name}
              detail={plans.afterwards(copy.renewal, copy.period)}
              badge={
                id === defaultPlanId && isClaimShown('mostPopularPlan', config.claims) && plans.mostPopular
              }
              saving={copy.savedPercent && <Badge tone="outline">{plans.saving(copy.savedPercent)}</Badge>}
              struck={
                copy.struck && (
                  <s>
                    <VisuallyHidden>{plans.before} </VisuallyHidden>
                    {copy.struck}
                  </s>
                )
              }
              price={copy.today}
              priceNote={plans.perDay(copy.perDay)}
            />
          );
        })}
      </RadioCards>
    </>
  );
});
