import * as fc from 'fast-check';

import {
  applyTransition,
  newPurchase,
  possibleTransitions,
  transitions,
  type Purchase,
  type Transition,
} from './history-transitions.testkit.ts';

/** How the webhook events of a step arrive: the number of copies, the delay in steps, and the order. */
export interface Arrival {
  readonly copies: number;
  readonly delay: number;
  readonly order: number;
}

export interface History {
  /** In the order in which they occur at the provider. */
  readonly steps: readonly Transition[];
  /** One per webhook event, used in turn. */
  readonly arrivals: readonly Arrival[];
  /** After this many steps a replica reads the state, pauses, and stores it at the very end. */
  readonly pausedAfter: number;
}

const maxSteps = 10;
const maxEventsPerStep = 3;

/** Each number picks one of the transitions that are possible then. */
function stepsOf(picks: readonly number[]): readonly Transition[] {
  const steps: Transition[] = [];
  let purchase: Purchase = newPurchase;
  for (const pick of picks) {
    const possible = possibleTransitions(purchase);
    const step = possible[pick % possible.length];
    if (!step) break;
    steps.push(step);
    purchase = applyTransition(purchase, step);
  }
  return steps;
}

const arrival = fc.record({
  copies: fc.constantFrom(0, 1, 1, 2),
  delay: fc.nat({ max: 9 }),
  order: fc.nat(),
});

export const histories: fc.Arbitrary<History> = fc.record({
  steps: fc.array(fc.nat({ max: 5039 }), { maxLength: maxSteps, size: 'max' }).map(stepsOf),
  arrivals: fc.array(arrival, {
    minLength: maxSteps * maxEventsPerStep,
    maxLength: maxSteps * maxEventsPerStep,
  }),
  pausedAfter: fc.nat({ max: maxSteps - 1 }),
});

/** The shortest history that ends with a transition, every event of which arrives at once. */
export function shortestHistory(last: Transition): History {
  let paths: { readonly steps: readonly Transition[]; readonly purchase: Purchase }[] = [
    { steps: [], purchase: newPurchase },
  ];
  for (;;) {
    const found = paths.find(({ purchase }) => possibleTransitions(purchase).includes(last));
    if (found) {
      const arrivals = Array.from({ length: 30 }, (_, order) => ({ copies: 1, delay: 0, order }));
      return { steps: [...found.steps, last], arrivals, pausedAfter: maxSteps };
    }
    paths = paths.flatMap(({ steps, purchase }) =>
      possibleTransitions(purchase).map((step) => ({
        steps: [...steps, step],
        purchase: applyTransition(purchase, step),
      })),
    );
    if (paths.length > transitions.length ** 3) throw new Error(`${last.step} never occurs`);
  }
}
