import { parseArgs } from 'node:util';

import { maxArms } from '@funnel/contracts/experiments';
import { countText } from '@funnel/service-kit/count-text';

import { planDays, planVisitors } from '../experiments/plan-visitors.ts';
import type { CommandOutput } from '../platform/run-command.ts';
import type { FunnelRates } from './funnel-rates.ts';

/** A hundredth of a percentage point, the smallest that is printed. */
const minEffect = 0.0001;

export const usage = `Usage: npm run experiments -- plan --effect 0.01 [--arms 2] [--share 1] [--rate 0.04] [--visitors-per-day 1000], with an effect from ${minEffect}, and 2 to ${maxArms} arms`;

const options = {
  effect: { type: 'string' },
  arms: { type: 'string', default: '2' },
  share: { type: 'string', default: '1' },
  rate: { type: 'string' },
  'visitors-per-day': { type: 'string' },
} as const;

interface PlanOptions {
  readonly effect: number;
  readonly arms: number;
  readonly share: number;
  /** Undefined: the funnel's own. */
  readonly rate: number | undefined;
  readonly visitorsPerDay: number | undefined;
}

const optionalNumber = (text: string | undefined) => (text === undefined ? undefined : Number(text));

/** Parses the words after the command, or returns null. */
function parsePlan(words: readonly string[]): PlanOptions | null {
  try {
    const { positionals, values } = parseArgs({ args: [...words], options, allowPositionals: true });
    const plan = {
      effect: Number(values.effect),
      arms: Number(values.arms),
      share: Number(values.share),
      rate: optionalNumber(values.rate),
      visitorsPerDay: optionalNumber(values['visitors-per-day']),
    };
    const isValid =
      positionals.join(' ') === 'plan' &&
      plan.effect >= minEffect &&
      plan.effect < 1 &&
      Number.isInteger(plan.arms) &&
      plan.arms >= 2 &&
      plan.arms <= maxArms &&
      plan.share > 0 &&
      plan.share <= 1 &&
      !(plan.rate !== undefined && !(plan.rate >= 0 && plan.rate < 1)) &&
      !(plan.visitorsPerDay !== undefined && !(plan.visitorsPerDay > 0));
    return isValid ? plan : null;
  } catch {
    return null;
  }
}

/** In percent, with at most two decimals. */
const percents = (share: number): number => Number((share * 100).toFixed(2));

const inLastDays = (days: number): string => `in the last ${days === 1 ? 'day' : `${days} days`}`;

/** The command: says how many visitors and days an experiment needs. */
export async function planCommand(
  words: readonly string[],
  readRates: () => Promise<FunnelRates>,
): Promise<CommandOutput> {
  const plan = parsePlan(words);
  if (!plan) return { status: 2, notes: [usage] };
  const { effect, arms, share } = plan;
  const isKnown = plan.rate !== undefined && plan.visitorsPerDay !== undefined;
  const rates = isKnown ? null : await readRates();
  const rate = plan.rate ?? rates?.rate ?? null;
  const visitorsPerDay = plan.visitorsPerDay ?? rates?.visitorsPerDay ?? 0;
  if (rate === null)
    return {
      status: 1,
      notes: ['No visitor has seen the offer in the last 28 complete days. Give --rate.', usage],
    };
  const visitors = planVisitors({ rate, smallestEffect: effect, arms });
  const sentences = [
    `${percents(rate)} % of the visitors of the offer ${plan.rate === undefined && rates ? `paid ${inLastDays(rates.days)}` : 'pay'}.`,
    `The ${arms} arms need ${visitors} visitors together to find a difference of ${countText(percents(effect), 'percentage point')} in 80 of 100 experiments.`,
    visitorsPerDay > 0
      ? `With ${countText(Math.max(1, Math.round(visitorsPerDay)), 'visitor')} of the offer a day, of whom ${percents(share)} % take part, this takes ${countText(planDays(visitors, visitorsPerDay, share), 'day')}. The last visitors count only when their time to buy (\`purchaseWithinDays\`) is over.`
      : 'The days are unknown, because no visitor has seen the offer on a complete day. Give --visitors-per-day.',
  ];
  return { status: 0, out: sentences.join('\n') };
}
