import type { AppContext } from '../app-context.ts';
import type { HttpClient } from '../http-client.ts';
import { describeError } from '../log.ts';
import type { OutboxRow } from '../schema.ts';
import type { Destination, Outcome } from './destination.ts';
import { claimDeliveries, settleDelivery } from './outbox-repository.ts';
import { nextAttemptAt } from './schedule.ts';

/** Far beyond the HTTP client's time limit, so that a lease ends only under a worker that died or stood still. */
const leaseMs = 60_000;
const batch = 10;

async function attempt(
  context: AppContext,
  http: HttpClient,
  destination: Destination,
  row: OutboxRow,
): Promise<Outcome> {
  try {
    const answer = await http.post(destination.request(row, context.clock()));
    return destination.classify(answer, context.clock());
  } catch (error) {
    const { type, code, message } = describeError(error);
    return { status: 'retryable', reason: `${String(code ?? type)}: ${message}`.slice(0, 200) };
  }
}

function settled(outcome: Outcome, { kind }: Destination, row: OutboxRow, nowMs: number) {
  if (outcome.status === 'delivered') return { state: 'delivered', last_error: null } as const;
  if (outcome.status === 'permanent') return { state: 'dead', last_error: outcome.reason } as const;
  const { retryAfterMs } = outcome;
  const times = { attempts: row.attempts, createdAtMs: row.created_at, nowMs };
  const dueAt = nextAttemptAt({ kind, ...times, retryAfterMs, random: Math.random() });
  if (dueAt === null)
    return {
      state: 'dead',
      last_error: `gave up after ${row.attempts} attempts: ${outcome.reason}`,
    } as const;
  return { state: 'waiting', due_at: dueAt, last_error: outcome.reason } as const;
}

async function deliver(
  context: AppContext,
  http: HttpClient,
  destination: Destination,
  row: OutboxRow,
): Promise<void> {
  const outcome = await attempt(context, http, destination, row);
  const nowMs = context.clock();
  const result = settled(outcome, destination, row, nowMs);
  const isRecorded = await settleDelivery(context.database.db, row, result, nowMs);
  const line = {
    deliveryId: row.id,
    destination: destination.name,
    attempts: row.attempts,
    outcome: outcome.status,
  };
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
