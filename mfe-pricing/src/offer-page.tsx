import { priceOf } from '@funnel/contracts/plans';
import { LegalPopupProvider } from '@funnel/shell-kit/legal-popup';
import { useShell, useTopBar } from '@funnel/shell-kit/shell-context';
import { standInDialogs } from '@funnel/ui/stand-in-dialog';
import { useRef } from 'react';

import { BuyPanel } from './checkout/buy-panel.tsx';
import { EmailDialog } from './checkout/email-dialog.tsx';
import { PaymentDialog } from './checkout/payment-dialog.tsx';
import { useCheckout } from './checkout/use-checkout.ts';
import { useContent } from './content/content.ts';
import { OfferHeader } from './offer/offer-header.tsx';
import { useOffer } from './offer/use-offer.ts';
import styles from './offer-page.module.css';
import { describePlan } from './plans/plan-copy.ts';
import { PlanPicker } from './plans/plan-picker.tsx';
import { useSelectedPlan } from './plans/use-selected-plan.ts';
import { AccessAnywhere } from './sections/access-anywhere.tsx';
import { Benefits } from './sections/benefits.tsx';
import { Comparison } from './sections/comparison.tsx';
import { Guarantee } from './sections/guarantee.tsx';
import { Profile } from './sections/profile.tsx';
import { Program } from './sections/program.tsx';
import { Reviews } from './sections/reviews.tsx';
import { SmallPrint } from './sections/small-print.tsx';

/** `/final`: the visitor's profile, the benefits of the plan, and the prices. */
export function OfferPage() {
  const shell = useShell();
  const content = useContent();
  const offer = useOffer();
  const { planId, selectPlan } = useSelectedPlan();
  const { checkout, start, submitEmail, close } = useCheckout(planId);
  const plansSection = useRef<HTMLElement>(null);
  useTopBar({ back: null, counter: null, progress: null, hidden: true });

  const price = priceOf(planId, shell.config.currency, offer.hasPromotionalPrice);
  const plan = describePlan(price, shell.locale, offer.todayMs);

  function showPlans() {
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    plansSection.current?.scrollIntoView({ behavior: prefersReducedMotion ? 'auto' : 'smooth' });
    plansSection.current?.querySelector('h2')?.focus({ preventScroll: true });
  }

  return (
    <LegalPopupProvider {...standInDialogs(content.legal)}>
      <OfferHeader offer={offer} onMyPlan={showPlans} />
      <div className={styles['page']}>
        <div className={styles['intro']}>
          <header className={styles['head']}>
            <h1 tabIndex={-1}>{content.title}</h1>
            <p>{content.subtitle}</p>
          </header>
          <Profile />
          <Comparison />
        </div>
        <div className={styles['program']}>
          <Program />
        </div>
        <section id="pricing" ref={plansSection} className={styles['plans']} aria-labelledby="pricing-title">
          <PlanPicker planId={planId} offer={offer} onSelect={selectPlan} />
          <BuyPanel position="plans" plan={plan} checkout={checkout} onBuy={start} />
        </section>
        <div className={styles['after']}>
          <Benefits />
          <Guarantee />
          <div className={styles['full']}>
            <Reviews />
          </div>
          <AccessAnywhere />
          <BuyPanel position="end" plan={plan} checkout={checkout} onBuy={start} />
          <div className={styles['full']}>
            <SmallPrint />
          </div>
        </div>
      </div>
      {checkout.status === 'asking-email' && (
        <EmailDialog onCancel={close} onEmail={(email) => submitEmail(checkout.from, email)} />
      )}
      {checkout.status === 'paying' && (
        <PaymentDialog planId={planId} email={checkout.email} onClose={close} />
      )}
    </LegalPopupProvider>
  );
}
