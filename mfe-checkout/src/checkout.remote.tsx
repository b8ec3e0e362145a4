import { contractVersion } from '@funnel/contracts/remote-module';
import { stagePaths } from '@funnel/contracts/stage-paths';
import type { ReactRemote, StageProps, WidgetProps } from '@funnel/shell-kit/remote';
import { ShellProvider } from '@funnel/shell-kit/shell-context';
import { Surface } from '@funnel/ui/surface';

import { CheckoutScreen } from './checkout/checkout-screen.tsx';
import { PaymentForm } from './payment-form/payment-form.tsx';
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
        <PaymentForm planId={request.planId} email={request.email} />
      </Surface>
    </ShellProvider>
  );
}

/** All that the product sees of this remote. */
export const remote: ReactRemote = {
  contract: contractVersion,
  Stage,
  widgets: { 'payment-form': PaymentFormWidget },
};
