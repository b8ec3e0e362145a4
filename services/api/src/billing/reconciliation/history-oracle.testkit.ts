import type { Step } from './histories.testkit.ts';

/** The state that must be stored after a history. */
export interface Expected {
  readonly session: 'open' | 'processing' | 'paid' | 'expired';
  readonly purchases: 0 | 1;
  readonly subscription: null | {
    readonly status: 'active' | 'past_due' | 'canceled';
    readonly hasAccess: boolean;
    /** Periods started, including the first. */
    readonly periods: number;
    readonly cancelsAtPeriodEnd: boolean;
    readonly lastInvoice: 'paid' | 'open' | 'void';
    readonly wasRefunded: boolean;
    readonly wasDisputed: boolean;
  };
}

const count = (steps: readonly Step[], ...wanted: Step[]) =>
  steps.filter((step) => wanted.includes(step)).length;

/** The state of the last invoice: unpaid from its first failure until it is paid. */
function invoiceState(steps: readonly Step[]) {
  let periods = 1;
  let isOwing = false;
  for (const step of steps) {
    if (step !== 'paid' && step !== 'payment-failed') continue;
    if (!isOwing) periods += 1;
    isOwing = step === 'payment-failed';
  }
  return { periods, isOwing };
}

/** Computes the expected state from the whole history in its true order, which the service never sees. */
export function expectedOf(steps: readonly Step[]): Expected {
  const has = (step: Step) => steps.includes(step);
  if (!has('completed') && !has('completed-unpaid'))
    return { session: has('expired') ? 'expired' : 'open', purchases: 0, subscription: null };

  const first = { periods: 1, cancelsAtPeriodEnd: false, wasRefunded: false, wasDisputed: false };
  if (has('async-failed')) {
    const subscription = {
      ...first,
      status: 'canceled',
      lastInvoice: 'void',
      hasAccess: false,
    } as const;
    return { session: 'expired', purchases: 0, subscription };
  }
  if (has('completed-unpaid') && !has('async-succeeded')) {
    const isOver = has('deleted');
    const status = isOver ? 'canceled' : 'active';
    const subscription = { ...first, status, lastInvoice: 'open', hasAccess: false } as const;
    return { session: isOver ? 'expired' : 'processing', purchases: 0, subscription };
  }
  const { periods, isOwing } = invoiceState(steps);
  const status = has('deleted') ? 'canceled' : isOwing ? 'past_due' : 'active';
  return {
    session: 'paid',
    purchases: 1,
    subscription: {
      status,
      hasAccess: status !== 'canceled',
      periods,
      cancelsAtPeriodEnd: count(steps, 'updated') % 2 === 1,
      lastInvoice: isOwing ? 'open' : 'paid',
      wasRefunded: has('refunded'),
      wasDisputed: has('disputed'),
    },
  };
}
