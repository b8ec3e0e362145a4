import { currencySchema, formatMoney } from '@funnel/contracts/money';

import { intervalText, periodEnd } from '../billing/period.ts';
import { nowSeconds, type Sandbox } from '../sandbox.ts';
import type { Session } from '../state/objects.ts';

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `$19.99` */
export function moneyText(amountMinor: number, currency: string): string {
  return formatMoney({ amountMinor, currency: currencySchema.parse(currency.toUpperCase()) });
}

/** `May 4, 2030`; `at` in seconds. */
export const dateText = (at: number) => dateFormat.format(at * 1000);

/** The texts of the form. */
interface SessionView {
  readonly product: string;
  readonly renewal: string;
  readonly status: string | null;
  readonly email: string | null;
  /** The seller's text beside the button, or null. */
  readonly submitText: string | null;
}

export function sessionView(sandbox: Sandbox, session: Session): SessionView {
  const [line] = session.line_items.data;
  if (!line) throw new Error('A session has a line item.');
  const { recurring } = line.price;
  const subtotal = moneyText(line.amount_subtotal, line.currency);
  const renewsOn = dateText(periodEnd(nowSeconds(sandbox), recurring));
  return {
    status: session.status,
    product: line.description ?? 'Subscription',
    renewal: `Then ${subtotal} every ${intervalText(recurring)}, from ${renewsOn}, until canceled.`,
    email: session.customer_details?.email ?? null,
    submitText: session.custom_text.submit?.message ?? null,
  };
}
