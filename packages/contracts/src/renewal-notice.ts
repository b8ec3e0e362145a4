import { en } from './content/en.ts';
import type { PlanTexts } from './content/plan-texts.ts';
import { formatMoney } from './money.ts';
import type { PlanPrice } from './plans.ts';

/**
 * Returns the renewal notice, which the buyer sees and which the service stores with the order:
 * `First 4 weeks at $19.99, then $39.99 every 4 weeks until canceled.` At the full price, it is `$39.99 every 4 weeks until canceled.`
 */
export function renewalNotice({ plan, today, renewal }: PlanPrice, texts: PlanTexts = en): string {
  return texts.renewalNotice(plan, formatMoney(today, texts.locale), formatMoney(renewal, texts.locale));
}
