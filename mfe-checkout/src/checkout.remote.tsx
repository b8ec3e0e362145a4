import { contractVersion } from '@funnel/contracts/remote-module';
import { stagePaths } from '@funnel/contracts/stage-paths';
import type { ReactRemote, StageProps, WidgetProps } from '@funnel/shell-kit/remote';
import { ShellProvider } from '@funnel/shell-kit/shell-context';
import { Surface } from '@funnel/ui/surface';

import { languages } from './content/content.ts';
import { CheckoutScreen } from './checkout/checkout-screen.tsx';
import type { Order } from './payment-form/order.ts';
import { PaymentPanel } from './payment-form/payment-panel.tsx';
import { useCheckoutPrice } from './payment-form/use-checkout-price.ts';
import { useCheckoutSession } from './payment-form/use-checkout-session.ts';
import { SuccessScreen } from './success/success-screen.tsx';

function Stage({ shell, path }: StageProps) {
  return (
    <ShellProvider shell={shell}>
      <Surface>{path === stagePaths.success ? <SuccessScreen /> : <CheckoutScreen />}</Surface>
    </ShellProvider>
  );
}

function PaymentFormWidget({ shell, request }: WidgetProps) {
  if (request.name !== 'checkout/payment-form') return null;
  return (
    <ShellProvider shell={shell}>
      <Surface>
        <PaymentDialogContent planId={request.planId} email={request.email} />
      </Surface>
    </ShellProvider>
  );
}

/** The payment panel without the checkout page, for a dialog. */
function PaymentDialogContent(order: Order) {
  const session = useCheckoutSession(order);
  const price = useCheckoutPrice(order.planId, session.state);
  return <PaymentPanel presentation="dialog" order={order} price={price} session={session} />;
}

export const remote: ReactRemote = {
  contract: contractVersion,
  Stage,
  widgets: { 'payment-form': PaymentFormWidget },
  languages,
};
