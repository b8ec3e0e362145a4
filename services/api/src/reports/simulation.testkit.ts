import { currencies, type Currency } from '@funnel/contracts/money';
import { dayMs, minuteMs } from '@funnel/service-kit/durations';

import type { VisitRow } from '../platform/schema.ts';

export interface SimulatedPayment {
  readonly kind: 'first' | 'renewal' | 'refund' | 'dispute';
  readonly amountMinor: number;
  readonly at: number;
}

export interface SimulatedVisit extends Pick<VisitRow, 'source' | 'campaign' | 'device' | 'locale'> {
  readonly id: string;
  /** Null for previews and bots. */
  readonly set: string | null;
  readonly at: number;
  /** The paths it saw, and when. */
  readonly views: readonly { readonly path: string; readonly at: number }[];
  readonly leadAt: number | null;
  readonly answers: Readonly<Record<string, string>>;
  readonly currency: Currency;
  readonly payments: readonly SimulatedPayment[];
  readonly hasEnded: boolean;
}

/** Numbers from 0 to 1 that are the same in every run: https://en.wikipedia.org/wiki/Linear_congruential_generator */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export const simulatedSteps = [
  '/',
  ...Array.from({ length: 17 }, (_, n) => `/step-${n + 1}`),
  '/final',
  '/checkout',
];

interface SimulationOptions {
  readonly visits: number;
  readonly from: number;
  readonly days: number;
  readonly seed: number;
}

/** Simulates visits with drop-off, leads, purchases, renewals, refunds and disputes. */
export function simulateVisits({ visits, from, days, seed }: SimulationOptions): SimulatedVisit[] {
  const random = createRandom(seed);
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new Error('no values');
    return value;
  };
  return Array.from({ length: visits }, (_, n): SimulatedVisit => {
    const at = from + Math.floor(random() * days * dayMs);
    const source = pick(['facebook', 'tiktok', 'google', 'direct']);
    // Some see a screen again, which counts once.
    const depth = 1 + Math.floor(random() ** 2 * simulatedSteps.length);
    const seen = simulatedSteps.slice(0, depth);
    const paths = random() < 0.2 ? [...seen, ...seen.slice(-2)] : seen;
    const isBuyer = depth > 17 && random() < 0.7;
    const paidAt = at + paths.length * minuteMs;
    const charges: SimulatedPayment[] = isBuyer ? [{ kind: 'first', amountMinor: 1999, at: paidAt }] : [];
    for (let renewal = 1; isBuyer && renewal <= 3 && random() < 0.6; renewal++)
      charges.push({ kind: 'renewal', amountMinor: 3999, at: paidAt + renewal * 7 * dayMs });
    const returned = charges.flatMap((charge): SimulatedPayment[] => {
      const isRefund = random() < 0.15;
      if (!isRefund && random() > 0.05) return [];
      const amountMinor = isRefund ? 1 + Math.floor(random() * charge.amountMinor) : charge.amountMinor;
      return [{ kind: isRefund ? 'refund' : 'dispute', amountMinor, at: charge.at + dayMs }];
    });
    return {
      id: `visit-${seed}-${n}`,
      set: random() < 0.08 ? null : pick(['set-a', 'set-b']),
      at,
      source,
      campaign: source === 'direct' ? '' : `${source}-${pick([1, 2, 3])}`,
      device: pick(['phone', 'phone', 'tablet', 'desktop']),
      locale: pick(['en', 'de']),
      // Each visitor has a pace of their own, and later steps take longer.
      views: paths.map((path, step) => ({ path, at: at + step * (8 + (n % 50) + step) * 1000 })),
      leadAt: depth > 15 ? at + 15 * minuteMs : null,
      answers: {
        Age: ['18-24', '25-34', '35-44'][n % 3] ?? '',
        'Preferred Tools': n % 2 === 0 ? 'Charts' : 'Charts, News',
        ...(n % 47 === 1 && { Age: `I am visitor ${n}` }),
      },
      currency: pick(currencies),
      payments: [...charges, ...returned],
      hasEnded: isBuyer && random() < 0.3,
    };
  });
}
