import type { PlanId } from './plans.ts';

/** The tabs of the legal dialog, in order. */
export const legalTabs = ['terms', 'privacy', 'subscription', 'disclaimer', 'support', 'account'] as const;
/** An entry of `legalTabs`. */
export type LegalTab = (typeof legalTabs)[number];
/** A section of a legal text that a link can open. */
export type LegalSection = 'guarantee';

/** The request of each widget: its name and its inputs. */
export type WidgetRequest =
  | {
      readonly name: 'legal/dialog';
      /** The tab that the dialog opens on, by default the first. */
      readonly tab?: LegalTab;
      /** The section of that tab that the dialog opens on, by default its beginning. A language with a summary opens at the summary. */
      readonly section?: LegalSection;
      readonly onClose: () => void;
    }
  | { readonly name: 'checkout/payment-form'; readonly planId: PlanId; readonly email: string }
  /** Shows nothing. When it is mounted, it sends the lead that an earlier page could not send, and tries again later. */
  | { readonly name: 'quiz/unsent-lead' };

/** The name of a widget: the owner without `mfe-`, a slash, and the widget's own name. */
export type WidgetName = WidgetRequest['name'];

/** The props of a widget component. A widget renders nothing if the request is not its own. */
export interface WidgetProps<Shell> {
  readonly shell: Shell;
  readonly request: WidgetRequest;
}
