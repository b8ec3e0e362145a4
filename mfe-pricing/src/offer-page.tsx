import { priceOf } from '@funnel/contracts/plans';
import { stagePaths } from '@funnel/contracts/stage-paths';
import { LegalPopupProvider } from '@funnel/shell-kit/legal-popup';
import { useFunnelState, useShell, useTopBar } from '@funnel/shell-kit/shell-context';
import { Widget } from '@funnel/shell-kit/widget';
import { whenIdle } from '@funnel/shell-kit/when-idle';
import { EmailDialog } from '@funnel/ui/email-dialog';
import { standInDialogs } from '@funnel/ui/stand-in-dialog';
import { useEffect, useRef, useState } from 'react';

import { BuyPanel } from './checkout/buy-panel.tsx';
import { OrderBar } from './checkout/order-bar.tsx';
import { PaymentDialog } from './checkout/payment-dialog.tsx';
import { useCheckout } from './checkout/use-checkout.ts';
import { useContent } from './content/content.ts';
import { usableEmail } from './handover.ts';
import { OfferHeader } from './offer/offer-header.tsx';
import { useOffer } from './offer/use-offer.ts';
import { usePartsShown } from './offer/use-parts-shown.ts';
import styles from './offer-page.module.css';
import { describePlan } from './plans/plan-copy.ts';
import { PlanNotes } from './plans/plan-notes.tsx';
import { PlanPicker } from './plans/plan-picker.tsx';
import { useSelectedPlan } from './plans/use-selected-plan.ts';
import { scrollAndFocus } from './scroll-and-focus.ts';
import { AccessAnywhere } from './sections/access-anywhere.tsx';
import { Benefits } from './sections/benefits.tsx';
import { Comparison } from './sections/comparison.tsx';
import { Guarantee } from './sections/guarantee.tsx';
import { Profile } from './sections/profile.tsx';
import { Program } from './sections/program.tsx';
import { Reviews } from './sections/reviews.tsx';
import { SmallPrint } from './sections/small-print.tsx';

// Elements that never change, so that a choice of a plan, or a press on a button, does not render them again.
const comparison = <Comparison />;
const program = <Program />;
const reasons = (
  <>
    <PlanNotes />
    <Benefits />
    <Reviews />
    <Guarantee />
    <AccessAnywhere />
  </>
);

/**
 * Lets the quiz send a lead that it could not send yet, for example because the visitor was offline until the browser discarded
 * the page. If the quiz cannot be loaded, it sends the lead when it is visited next.
 */
function UnsentLead() {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => whenIdle(() => setIsIdle(true)), []);
  return isIdle && <Widget request={{ name: 'quiz/unsent-lead' }} failed={() => null} />;
}

/** `/final`: the visitor's profile, the benefits of the plan, and the prices. */
export function OfferPage() {
  const shell = useShell();
  const content = useContent();
  const offer = useOffer();
  const email = usableEmail(
    useFunnelState((state) => state.email),
    shell.handover(),
  );
  const { planId, selectPlan } = useSelectedPlan();
  const { checkout, start, submitEmail, close } = useCheckout(planId);
  const plansSection = useRef<HTMLElement>(null);
  const mainButton = useRef<HTMLButtonElement>(null);
  const { showsPlans, showsRest } = usePartsShown();
  useTopBar({ back: null, counter: null, progress: null, hidden: true });
  // While the visitor reads, so that a press on the button waits for no file.
  useEffect(() => whenIdle(() => shell.prefetch(stagePaths.checkout)), [shell]);

  const price = priceOf(planId, shell.config.currency, offer.hasPromotionalPrice);
  const plan = describePlan(price, content.catalog, offer.todayMs);

  const showPlans = () => scrollAndFocus(plansSection.current, plansSection.current?.querySelector('h2'));

  return (
    <LegalPopupProvider {...standInDialogs(content.legal, 'large')}>
      <OfferHeader offer={offer} onMyPlan={showPlans} />
      <div className={styles['page']}>
        <div className={styles['intro']}>
          <header className={styles['head']}>
            <h1 tabIndex={-1}>{content.title}</h1>
            <p>{content.subtitle}</p>
          </header>
          <Profile email={email} />
          {comparison}
        </div>
        <div className={styles['program']}>{program}</div>
        <section id="pricing" ref={plansSection} className={styles['plans']} aria-labelledby="pricing-title">
          {showsPlans && (
            <>
              <PlanPicker planId={planId} offer={offer} onSelect={selectPlan} />
              <BuyPanel
                position="plans"
                plan={plan}
                checkout={checkout}
                onBuy={start}
                buttonRef={mainButton}
              />
            </>
          )}
        </section>
        {showsRest && (
          <div className={styles['after']}>
            {reasons}
            <BuyPanel position="end" plan={plan} checkout={checkout} onBuy={start} />
            <SmallPrint />
          </div>
        )}
      </div>
      {showsRest && <OrderBar plan={plan} mainButton={mainButton} />}
      <UnsentLead />
      {checkout.status === 'asking-email' && (
        <EmailDialog
          texts={content.emailDialog}
          note={[
            `${content.buy.chargedToday(plan.today)}.`,
            content.buy.renewsAutomatically,
            plan.renewalNotice,
            content.buy.cancel,
          ].join(' ')}
          notify={shell.notify}
          onCancel={close}
          onEmail={(given) => submitEmail(checkout.from, given)}
        />
      )}
      {checkout.status === 'paying' && (
        <PaymentDialog planId={planId} email={checkout.email} onClose={close} />
      )}
    </LegalPopupProvider>
  );
}
