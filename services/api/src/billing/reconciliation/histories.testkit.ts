import * as fc from 'fast-check';

/** The steps of one checkout session and its subscription at the provider, in the order in which they occur. */
export type Step =
  | 'completed'
  | 'completed-unpaid'
  | 'async-succeeded'
  | 'async-failed'
  | 'expired'
  | 'paid'
  | 'payment-failed'
  | 'updated'
  | 'deleted'
  | 'refunded'
  | 'disputed';

/** How the webhook events of a step arrive: the number of copies, the delay in steps, and the order. */
export interface Arrival {
  readonly copies: number;
  readonly delay: number;
  readonly order: number;
}

export interface History {
  readonly steps: readonly Step[];
  /** One per webhook event, used in turn. */
  readonly arrivals: readonly Arrival[];
  /** After this many steps a replica reads the state, pauses, and stores it at the very end. */
  readonly pausedAfter: number;
}

const afterTheEnd = new Set<Step>(['refunded', 'disputed']);

/** A deleted subscription never renews or changes, but it may still be refunded or disputed. */
const possibleSteps = (steps: readonly Step[]): readonly Step[] => {
  const end = steps.indexOf('deleted');
  return steps.filter((step, at) => end < 0 || at <= end || afterTheEnd.has(step));
};

const later = fc.array(
  fc.constantFrom<Step>('paid', 'payment-failed', 'updated', 'deleted', 'refunded', 'disputed'),
  { maxLength: 8 },
);
const always = (...steps: Step[]) => fc.constant<readonly Step[]>(steps);
const sold = (...start: Step[]) => later.map((steps) => possibleSteps([...start, ...steps]));

const steps = fc.oneof(
  { weight: 6, arbitrary: sold('completed') },
  { weight: 3, arbitrary: sold('completed-unpaid', 'async-succeeded') },
  always('completed-unpaid', 'async-failed'),
  always('completed-unpaid'),
  // Deleted during a pending debit, which then fails silently or still succeeds.
  always('completed-unpaid', 'deleted'),
  always('completed-unpaid', 'deleted', 'async-succeeded'),
  always('expired'),
  always(),
);

const arrival = fc.record({
  copies: fc.constantFrom(0, 1, 1, 2),
  delay: fc.nat({ max: 9 }),
  order: fc.nat(),
});

export const histories: fc.Arbitrary<History> = fc.record({
  steps,
  arrivals: fc.array(arrival, { minLength: 30, maxLength: 30 }),
  pausedAfter: fc.nat({ max: 9 }),
});
