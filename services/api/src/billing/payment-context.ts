import type { AppContext } from '../platform/app-context.ts';
import type { PaymentProvider } from './payment-provider.ts';

export interface PaymentContext extends AppContext {
  /** Null if no Stripe keys are configured. */
  readonly payments: PaymentProvider | null;
}
