import type { PlanId } from './plans.ts';

export const legalTabs = ['terms', 'privacy', 'subscription', 'disclaimer', 'support', 'account'] as const;
export type LegalTab = (typeof legalTabs)[number];

/** Every component that one remote shows for another, with what it is told. */
export type WidgetRequest =
  | { readonly name: 'legal/dialog'; readonly tab: LegalTab; readonly onClose: () => void }
  | { readonly name: 'checkout/payment-form'; readonly planId: PlanId; readonly email: string };

export type WidgetName = WidgetRequest['name'];

/** What a widget component gets. A widget returns nothing when the request is not its own. */
export interface WidgetProps<Shell> {
  readonly shell: Shell;
  readonly request: WidgetRequest;
}
