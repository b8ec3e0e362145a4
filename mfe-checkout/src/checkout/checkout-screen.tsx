import { emailGiven } from '@funnel/contracts/funnel-state';
import { readHandover } from '@funnel/contracts/handover';
import { stagePaths } from '@funnel/contracts/stage-paths';
import { useFunnelState, useShell, useTopBar } from '@funnel/shell-kit/shell-context';
import { EmailDialog } from '@funnel/ui/email-dialog';
import { Screen } from '@funnel/ui/screen';
import { useDeferredValue, useEffect, useState } from 'react';

import { useContent } from '../content/content.ts';
import { PaymentPanel } from '../payment-form/payment-panel.tsx';
import { useCheckoutPrice } from '../payment-form/use-checkout-price.ts';
import { useCheckoutSession } from '../payment-form/use-checkout-session.ts';
import card from './card.module.css';
import styles from './checkout-screen.module.css';
import { Guarantee } from './guarantee.tsx';
import { OrderSummary } from './order-summary.tsx';
import { beganWithCheckout, currentHandover, readOrder, toHandover } from '../payment-form/order.ts';

/** `/checkout`: the order summary and the payment form. */
export function CheckoutScreen() {
  const shell = useShell();
  const { checkout: content, riskNote } = useContent();
  const knownEmail = useFunnelState((state) => state.email);
  const [handover, setHandover] = useState(() =>
    currentHandover(shell.handover(), knownEmail, beganWithCheckout()),
  );
  const [isChangingEmail, setIsChangingEmail] = useState(false);
  // The order is painted first: the form cannot be there before the session is.
  const showsRest = useDeferredValue(true, false);
  const order = readOrder(handover, knownEmail, shell.config);
  // Here and not beside the form, so that the session is requested right after the first frame, in which the form is not yet.
  const session = useCheckoutSession(order);
  const price = useCheckoutPrice(order.planId, session.state);
  useTopBar({
    back: { to: stagePaths.offer, history: true },
    counter: null,
    progress: null,
    hidden: false,
    secureNote: content.secure,
  });

  // A reload of this entry would bring back the email that it had.
  useEffect(() => {
    const entry = readHandover(shell.handover());
    if (entry.email === undefined || entry.email === order.email) return;
    const handover = toHandover({ planId: order.planId, email: order.email });
    shell.navigate(stagePaths.checkout, { replace: true, handover });
  }, [shell, order.planId, order.email]);

  /** Keeps plan and answers. The payment form opens a new session, because its email is another one. */
  function changeEmail(email: string) {
    const changed = toHandover({ planId: order.planId, email });
    setIsChangingEmail(false);
    shell.dispatch(emailGiven(email));
    setHandover(changed);
    // Kept in the history entry, so that a reload has the new email too.
    shell.navigate(stagePaths.checkout, { replace: true, handover: changed });
  }

  return (
    <Screen title={content.title} size="title" width="two-columns">
      <div className={styles['columns']}>
        <OrderSummary order={order} price={price} onChangeEmail={() => setIsChangingEmail(true)} />
        <section className={styles['payment']}>
          <header className={styles['paymentHead']}>
            <h2 className={card['title']}>{content.paymentTitle}</h2>
            <ul aria-label={content.cards.label} className={styles['cards']}>
              {content.cards.names.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </header>
          {showsRest && <PaymentPanel presentation="page" order={order} price={price} session={session} />}
        </section>
        {showsRest && (
          <>
            <Guarantee />
            <p className={styles['risk']}>{riskNote}</p>
          </>
        )}
      </div>
      {isChangingEmail && (
        <EmailDialog
          texts={content.emailDialog}
          initialEmail={order.email ?? ''}
          notify={shell.notify}
          onCancel={() => setIsChangingEmail(false)}
          onEmail={changeEmail}
        />
      )}
    </Screen>
  );
}
