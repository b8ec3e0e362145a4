import { randomInt } from 'node:crypto';

import Stripe from 'stripe';

import type { Clock } from '../clock.ts';
import type { Settings } from '../settings.ts';
import { newId } from '../state/objects.ts';
import { rowOf, type Delivery, type State } from '../state/state.ts';

const responseTimeoutMs = 10_000;
const deliveredKept = 500;
const { webhooks } = new Stripe('sk_test_unused');

type Order = 'as-sent' | 'reversed' | 'shuffled';
const arrange: Readonly<Record<Order, <Item>(items: readonly Item[]) => readonly Item[]>> = {
  'as-sent': (items) => items,
  reversed: (items) => items.toReversed(),
  shuffled: (items) =>
    items
      .map((item) => ({ item, rank: randomInt(2 ** 32) }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ item }) => item),
};

export interface Deliveries {
  /** Sends the deliveries that an earlier process did not send. */
  start(): void;
  /** Sends an event `copies` times. */
  enqueue(eventId: string, copies?: number): void;
  /** Holds due and new deliveries until they are released. */
  hold(): void;
  /** Sends the held deliveries, each event `copies` times, in the given order. */
  release(options: { copies: number; order: Order }): void;
  /** Resolves when no delivery is in progress. */
  stop(): Promise<void>;
}

interface Options {
  readonly settings: Settings;
  readonly state: State;
  readonly clock: Clock;
  /** Delays after the first, second, … failure. The last one applies to all further failures. */
  readonly backOffMs: readonly number[];
  readonly onChange: () => void;
}

/** Sends events to the webhook one at a time, and retries each until the response is 2xx. */
export function createDeliveries({ settings, state, clock, backOffMs, onChange }: Options): Deliveries {
  const { webhookUrl, webhookSecret: secret, deliveryOrder } = settings;
  const { deliveries, events } = state;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | null = null;
  const stopping = new AbortController();

  const inStatus = (status: Delivery['status']) =>
    [...deliveries.values()].filter((row) => row.status === status);

  function schedule(): void {
    if (webhookUrl === null || stopping.signal.aborted || sending) return;
    const next = Math.min(...inStatus('due').map(({ dueAtMs }) => dueAtMs));
    clearTimeout(timer);
    if (next === Infinity) return;
    timer = setTimeout(() => {
      sending = sendDue(webhookUrl).finally(() => {
        sending = null;
        schedule();
      });
    }, next - clock.nowMs());
  }

  /** The response status of the webhook, or the reason why there is none. */
  async function post(url: string, payload: string): Promise<string> {
    const timestamp = Math.floor(clock.nowMs() / 1000);
    const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp });
    try {
      const { status } = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(responseTimeoutMs)]),
      });
      return String(status);
    } catch (error) {
      return error instanceof Error ? error.message : 'no response';
    }
  }

  async function sendDue(url: string): Promise<void> {
    // Stripe guarantees no order: https://docs.stripe.com/webhooks#event-ordering
    for (const delivery of arrange[deliveryOrder](inStatus('due'))) {
      // The delivery may have been held, or everything stopped, during the previous one.
      if (delivery.status !== 'due' || delivery.dueAtMs > clock.nowMs() || stopping.signal.aborted) continue;
      delivery.attempts += 1;
      delivery.lastAnswer = await post(url, JSON.stringify(rowOf(events, delivery.eventId)));
      if (/^2\d\d$/.test(delivery.lastAnswer)) delivery.status = 'delivered';
      delivery.dueAtMs = clock.nowMs() + (backOffMs[delivery.attempts - 1] ?? backOffMs.at(-1) ?? 0);
    }
    for (const { id } of inStatus('delivered').slice(0, -deliveredKept)) deliveries.delete(id);
    onChange();
  }

  function enqueue(eventId: string, copies = 1): void {
    const status = state.deliveriesHeld ? 'held' : 'due';
    const fresh = { eventId, status, attempts: 0, dueAtMs: clock.nowMs(), lastAnswer: null } as const;
    for (let copy = 0; copy < copies; copy += 1) {
      const id = newId('del');
      deliveries.set(id, { ...fresh, id });
    }
    schedule();
  }

  return {
    start: schedule,
    enqueue,
    hold() {
      state.deliveriesHeld = true;
      for (const delivery of inStatus('due')) delivery.status = 'held';
    },
    release({ copies, order }) {
      state.deliveriesHeld = false;
      const held = inStatus('held');
      for (const { id } of held) deliveries.delete(id);
      const sent = held.flatMap(({ eventId }) => Array.from({ length: copies }, () => eventId));
      for (const eventId of arrange[order](sent)) enqueue(eventId);
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await sending;
    },
  };
}
