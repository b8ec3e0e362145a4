import { randomInt } from 'node:crypto';

import Stripe from 'stripe';

import type { Clock } from '../sandbox.ts';
import type { Settings } from '../settings.ts';
import { newId } from '../state/ids.ts';
import type { DeliveryRecord } from '../state/records.ts';
import type { State } from '../state/state.ts';
import { eventObject } from './event-object.ts';

const answerTimeoutMs = 10_000;
const deliveredKept = 500;
const stripe = new Stripe('sk_test_unused');

type DeliveryOrder = 'as-sent' | 'reversed' | 'shuffled';

export interface Deliveries {
  /** Sends what an earlier run of the process left unsent. */
  start(): void;
  enqueue(eventId: string): void;
  /** Keeps what is due and whatever comes, until released. */
  hold(): void;
  /** Sends everything held, each event `copies` times, in the order asked for. */
  release(options: { copies: number; order: DeliveryOrder }): void;
  redeliver(eventId: string, copies: number): void;
  /** Resolves once nothing is under way. */
  stop(): Promise<void>;
}

interface Options {
  readonly settings: Settings;
  readonly state: State;
  readonly clock: Clock;
  /** How long to wait after the first, second, … failure; the last one counts for all that follow. */
  readonly backOffMs: readonly number[];
  readonly onChange: () => void;
}

const arrange: Readonly<Record<DeliveryOrder, (rows: DeliveryRecord[]) => DeliveryRecord[]>> = {
  'as-sent': (rows) => rows,
  reversed: (rows) => rows.reverse(),
  shuffled: (rows) =>
    rows
      .map((row) => ({ row, rank: randomInt(2 ** 32) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ row }) => row),
};

/** Sends events to the webhook one after the other, each until it is answered with 2xx. */
export function createDeliveries({ settings, state, clock, backOffMs, onChange }: Options): Deliveries {
  let timer: NodeJS.Timeout | undefined;
  let isSending = false;
  let sending: Promise<void> = Promise.resolve();
  const stopping = new AbortController();

  function add(eventId: string): void {
    const id = newId('del');
    state.deliveries.set(id, {
      id,
      created: Math.floor(clock.nowMs() / 1000),
      eventId,
      status: state.deliveriesHeld ? 'held' : 'due',
      attempts: 0,
      dueAtMs: clock.nowMs(),
      lastAnswer: null,
    });
  }

  function waiting(): DeliveryRecord[] {
    return [...state.deliveries.values()].filter(({ status }) => status === 'due');
  }

  function forgetOldest(): void {
    const delivered = [...state.deliveries.values()].filter(({ status }) => status === 'delivered');
    for (const { id } of delivered.slice(0, -deliveredKept)) state.deliveries.delete(id);
  }

  function wake(): void {
    if (settings.webhookUrl === null || stopping.signal.aborted || isSending) return;
    const next = Math.min(...waiting().map(({ dueAtMs }) => dueAtMs));
    clearTimeout(timer);
    if (next < Infinity) timer = setTimeout(() => (sending = sendDue()), Math.max(0, next - clock.nowMs()));
  }

  async function send(url: string, delivery: DeliveryRecord): Promise<void> {
    const event = state.events.get(delivery.eventId);
    if (!event) return;
    const payload = JSON.stringify(eventObject(event));
    const signature = stripe.webhooks.generateTestHeaderString({
      payload,
      secret: settings.webhookSecret,
      timestamp: Math.floor(clock.nowMs() / 1000),
    });
    delivery.attempts += 1;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(answerTimeoutMs)]),
      });
      await answer.arrayBuffer();
      delivery.lastAnswer = String(answer.status);
      if (answer.ok) delivery.status = 'delivered';
    } catch (error) {
      delivery.lastAnswer = error instanceof Error ? error.message : 'no answer';
    }
    const waitMs = backOffMs[Math.min(delivery.attempts, backOffMs.length) - 1] ?? 0;
    delivery.dueAtMs = clock.nowMs() + waitMs;
  }

  async function sendDue(): Promise<void> {
    if (isSending || settings.webhookUrl === null) return;
    isSending = true;
    for (const delivery of waiting()) {
      const isDue = delivery.status === 'due' && delivery.dueAtMs <= clock.nowMs();
      if (isDue && !stopping.signal.aborted) await send(settings.webhookUrl, delivery);
    }
    forgetOldest();
    isSending = false;
    onChange();
    wake();
  }

  return {
    start: wake,
    enqueue(eventId) {
      add(eventId);
      wake();
    },
    hold() {
      state.deliveriesHeld = true;
      for (const delivery of waiting()) delivery.status = 'held';
    },
    release({ copies, order }) {
      state.deliveriesHeld = false;
      const held = [...state.deliveries.values()].filter(({ status }) => status === 'held');
      for (const { id } of held) state.deliveries.delete(id);
      const rows = held.flatMap((row) => Array.from({ length: copies }, () => row));
      for (const { eventId } of arrange[order](rows)) add(eventId);
      wake();
    },
    redeliver(eventId, copies) {
      for (let copy = 0; copy < copies; copy += 1) add(eventId);
      wake();
    },
    stop() {
      stopping.abort();
      clearTimeout(timer);
      return sending;
    },
  };
}
