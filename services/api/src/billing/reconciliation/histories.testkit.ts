import * as fc from 'fast-check';

/** What can happen to one checkout session and the subscription it starts, at the provider, in the order it happens. */
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

/** What becomes of the messages that tell of a step: how many copies arrive, after how many further steps, in which order. */
export interface Post {
  readonly copies: number;
  readonly delay: number;
  readonly order: number;
}

export interface History {
  readonly steps: readonly Step[];
  /** One for each message, taken in turn. */
  readonly posts: readonly Post[];
  /** After this many steps a replica reads the state, pauses, and stores it when all else is over. */
  readonly pausedAfter: number;
}

const afterTheEnd = new Set<Step>(['refunded', 'disputed']);

/** Nothing renews or changes once a subscription was deleted, but money may still go back. */
const lawful = (steps: readonly Step[]): readonly Step[] => {
  const end = steps.indexOf('deleted');
  return steps.filter((step, at) => end < 0 || at <= end || afterTheEnd.has(step));
};

const later = fc.array(
  fc.constantFrom<Step>('paid', 'payment-failed', 'updated', 'deleted', 'refunded', 'disputed'),
  { maxLength: 8 },
);
const always = (...steps: Step[]) => fc.constant<readonly Step[]>(steps);
const sold = (...start: Step[]) => later.map((steps) => lawful([...start, ...steps]));

const steps = fc.oneof(
  { weight: 6, arbitrary: sold('completed') },
  { weight: 3, arbitrary: sold('completed-unpaid', 'async-succeeded') },
  always('completed-unpaid', 'async-failed'),
  always('completed-unpaid'),
  // Ended while a debit was under way, which then fails silently or succeeds all the same.
  always('completed-unpaid', 'deleted'),
  always('completed-unpaid', 'deleted', 'async-succeeded'),
  always('expired'),
  always(),
);

const post = fc.record({
  copies: fc.constantFrom(0, 1, 1, 2),
  delay: fc.nat({ max: 9 }),
  order: fc.nat(),
});

export const histories: fc.Arbitrary<History> = fc.record({
  steps,
  posts: fc.array(post, { minLength: 30, maxLength: 30 }),
  pausedAfter: fc.nat({ max: 9 }),
});
