import { parseArgs, types } from 'node:util';

import { maxArms } from '@funnel/contracts/experiments';
import { countText } from '@funnel/service-kit/count-text';

import { planDays, planVisitors } from '../experiments/plan-visitors.ts';
import { describeWrongArgument, type CommandOutput } from '../platform/run-command.ts';
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

interface NumberRule {
  readonly isValid: (number: number) => boolean;
  readonly expected: string;
}

const rules = {
  effect: {
    isValid: (effect) => effect >= minEffect && effect < 1,
    expected: `a number of at least ${minEffect} and below 1`,
  },
  arms: {
    isValid: (arms) => Number.isInteger(arms) && arms >= 2 && arms <= maxArms,
    expected: `a whole number from 2 to ${maxArms}`,
  },
  share: { isValid: (share) => share > 0 && share <= 1, expected: 'a number above 0 and at most 1' },
  rate: { isValid: (rate) => rate >= 0 && rate < 1, expected: 'a number of at least 0 and below 1' },
  'visitors-per-day': {
    isValid: (visitors) => visitors > 0 && Number.isFinite(visitors),
    expected: 'a number above 0',
  },
} satisfies Record<keyof typeof options, NumberRule>;

/** What is wrong with the arguments, and what is expected. */
class UsageError extends Error {}

function parseNumber(name: keyof typeof rules, text: string): number {
  const { isValid, expected } = rules[name];
  const number = text.trim() === '' ? NaN : Number(text);
  if (isValid(number)) return number;
  throw new UsageError(`--${name} is "${text}". Expected ${expected}.`);
}

function parseWords(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(types.isNativeError(error) ? error.message : String(error));
  }
}

/** Throws `UsageError`. */
function parsePlan(words: readonly string[]): PlanOptions {
  const { positionals, values } = parseWords(words);
  const mistake = describeWrongArgument(positionals, ['plan']);
  if (mistake !== null) throw new UsageError(mistake);
  const { effect, arms, share, rate, 'visitors-per-day': visitors } = values;
  if (effect === undefined) throw new UsageError(`--effect is missing. Expected ${rules.effect.expected}.`);
  return {
    effect: parseNumber('effect', effect),
    arms: parseNumber('arms', arms),
    share: parseNumber('share', share),
    rate: rate === undefined ? undefined : parseNumber('rate', rate),
    visitorsPerDay: visitors === undefined ? undefined : parseNumber('visitors-per-day', visitors),
  };
}

/** In percent, with at most two decimals. */
const percents = (share: number): number => Number((share * 100).toFixed(2));

const inLastDays = (days: number): string => `in the last ${days === 1 ? 'day' : `${days} days`}`;

/** The command: says how many visitors and days an experiment needs. */
export async function planCommand(
  words: readonly string[],
  readRates: () => Promise<FunnelRates>,
): Promise<CommandOutput> {
  let plan: PlanOptions;
  try {
    plan = parsePlan(words);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { status: 2, notes: [error.message, usage] };
  }
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
