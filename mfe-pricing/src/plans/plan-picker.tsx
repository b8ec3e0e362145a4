import { shownClaim } from '@funnel/contracts/claims';
import { defaultPlanId, planIds, priceOf, type PlanId } from '@funnel/contracts/plans';
import { useShell } from '@funnel/shell-kit/shell-context';
import { Badge } from '@funnel/ui/badge';
import { VisuallyHidden } from '@funnel/ui/visually-hidden';
import { Notice } from '@funnel/ui/notice';
import { RadioCard, RadioCards } from '@funnel/ui/radio-cards';
import { Tooltip } from '@funnel/ui/tooltip';

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

export function PlanPicker({ planId, offer, onSelect }: PlanPickerProps) {
  const { config, locale } = useShell();
  const { plans, header } = useContent();
  const research = shownClaim('twiceTheResults', config.claims, locale);

  return (
    <>
      <div>
        <SectionHead
          id="pricing-title"
          title={plans.title}
          sub={offer.hasPromotionalPrice ? plans.subtitle : null}
        />
        <div aria-live="polite" className={styles['ended']}>
          {!offer.hasPromotionalPrice && <Notice tone="amber">{header.discountEnded}</Notice>}
        </div>
      </div>
      <RadioCards label={plans.title} value={planId} values={planIds} onChange={onSelect}>
        {planIds.map((id) => {
          const copy = describePlan(
            priceOf(id, config.currency, offer.hasPromotionalPrice),
            locale,
            offer.todayMs,
          );
          return (
            <RadioCard
              key={id}
              value={id}
              title={copy.name}
              detail={plans.afterwards(copy.renewal, copy.period)}
              badge={id === defaultPlanId && <Badge>{plans.mostPopular}</Badge>}
              price={
                <span className={styles['prices']}>
                  {copy.struck && (
                    <s>
                      <VisuallyHidden>{plans.before} </VisuallyHidden>
                      {copy.struck}
                    </s>
                  )}
                  <span>{copy.today}</span>
                </span>
              }
              priceNote={plans.perDay(copy.perDay)}
            />
          );
        })}
      </RadioCards>
      <div className={styles['notes']}>
        <Tooltip text={plans.perDayExplanation} label={plans.perDayTooltip} className={styles['tooltip']}>
          <span>{plans.perDayTooltip}</span>
        </Tooltip>
        {research && (
          <div>
            <p className={styles['claim']}>{research.text}*</p>
            <p className={styles['footnote']}>* {research.footnote}</p>
          </div>
        )}
      </div>
    </>
  );
}
