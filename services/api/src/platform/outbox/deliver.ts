import type { AppContext } from '../app-context.ts';
import type { HttpClient } from '../http-client.ts';
import { describeError } from '../log.ts';
import type { OutboxRow } from '../schema.ts';
import type { Destination, Outcome } from './destination.ts';
import { claimDeliveries, settleDelivery, type Settled } from './outbox-repository.ts';
import { isTooLate, nextAttemptAt } from './schedule.ts';

/** Far beyond the HTTP client's time limit, so that a lease ends only under a worker that died or stood still. */
const leaseMs = 60_000;
const batch = 10;

async function attempt(
  { clock }: AppContext,
  http: HttpClient,
  destination: Destination,
  row: OutboxRow,
): Promise<Outcome> {
  if (isTooLate(destination.kind, row, clock()))
    return { status: 'permanent', reason: `too late to try again: ${row.last_error ?? 'no attempt ended'}` };
  try {
    return destination.classify(await http.post(destination.request(row, clock())), clock());
  } catch (error) {
    const { type, code, message } = describeError(error);
    return { status: 'retryable', reason: `${String(code ?? type)}: ${message}`.slice(0, 200) };
  }
}

function settled(outcome: Outcome, { kind }: Destination, row: OutboxRow, nowMs: number): Settled {
  if (outcome.status === 'delivered') return { state: 'delivered', last_error: null };
  const { status, reason } = outcome;
  if (status === 'permanent') return { state: 'dead', last_error: reason };
  const dueAt = nextAttemptAt(kind, row, nowMs, outcome.retryAfterMs);
  return dueAt === null
    ? { state: 'dead', last_error: `gave up after ${row.attempts} attempts: ${reason}` }
    : { state: 'waiting', due_at: dueAt, last_error: reason };
}

async function deliver(context: AppContext, http: HttpClient, destination: Destination, row: OutboxRow) {
  const outcome = await attempt(context, http, destination, row);
  const nowMs = context.clock();
  const result = settled(outcome, destination, row, nowMs);
  const isRecorded = await settleDelivery(context.database.db, row, result, nowMs);
  const { id: deliveryId, attempts } = row;
  const line = { deliveryId, destination: destination.name, attempts, outcome: outcome.status };
  if (!isRecorded) context.log.warn(line, 'delivery outlived its lease');
  else if (result.state === 'dead')
    context.log.error({ ...line, reason: result.last_error }, 'delivery is dead');
  else context.log.info({ ...line, reason: result.last_error }, 'delivery attempted');
}

/** Attempts what is due for one destination; says how many deliveries that were. */
export async function deliverDue(
  context: AppContext,
  http: HttpClient,
  destination: Destination,
): Promise<number> {
  const claim = { destination: destination.name, nowMs: context.clock(), leaseMs, limit: batch };
  const rows = await claimDeliveries(context.database, claim);
  await Promise.all(rows.map((row) => deliver(context, http, destination, row)));
  return rows.length;
}
