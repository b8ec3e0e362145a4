import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { HttpClient } from '../http/http-client.ts';
import { describeError, type Log } from '../log.ts';
import { readBreaker, recordBatch, reserveProbe } from './breaker-repository.ts';
import { circuitState, type BatchResult } from './breaker.ts';
import type { Destination, DeliveryOutcome } from './destination.ts';
import { leaseDeliveries, recordAttempt, type Settled } from './outbox-queue.ts';
import type { OutboxRow, OutboxTables } from './outbox-tables.ts';
import { isExpired, nextAttemptAt, type RetrySchedule } from './retry-schedule.ts';

/** Far beyond the HTTP client's time limit, so that a lease ends only under a worker that died or stood still. */
const leaseMs = 60_000;
const batch = 10;

/** What came of one delivery's turn. `unsent`: it was refused here, and its destination heard nothing. */
type AttemptResult = DeliveryOutcome | { readonly status: 'unsent'; readonly reason: string };
export type CountTurn = (destination: string, status: AttemptResult['status']) => void;

export interface DeliveryContext {
  readonly database: Database<OutboxTables>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Where deliveries go, by what schedule, and who wants to know of them. */
export interface Deliveries<Row extends OutboxRow> {
  readonly destination: Destination;
  readonly schedule: RetrySchedule;
  readonly http: HttpClient;
  readonly count?: CountTurn;
  /** What the log says of a delivery beyond its id and destination. */
  readonly describe?: (row: Row) => object;
}

async function attempt<Row extends OutboxRow>(
  { clock }: DeliveryContext,
  { destination, schedule, http }: Deliveries<Row>,
  row: Row,
): Promise<AttemptResult> {
  if (isExpired(schedule, row, clock()))
    return { status: 'unsent', reason: `too late to try again: ${row.last_error ?? 'no attempt ended'}` };
  try {
    const request = destination.request(row, clock());
    if ('status' in request) return { status: 'unsent', reason: request.reason };
    return destination.classify(await http.post(request), clock());
  } catch (error) {
    const { type, code, message } = describeError(error);
    return { status: 'retryable', reason: `${String(code ?? type)}: ${message}`.slice(0, 200) };
  }
}

function toDeliveryUpdate(
  turn: AttemptResult,
  schedule: RetrySchedule,
  row: OutboxRow,
  nowMs: number,
): Settled {
  if (turn.status === 'delivered') return { state: 'delivered', last_error: null };
  const { status, reason } = turn;
  if (status !== 'retryable') return { state: 'dead', last_error: reason };
  const dueAt = nextAttemptAt(schedule, row, nowMs, turn.retryAfterMs);
  return dueAt === null
    ? { state: 'dead', last_error: `gave up after ${row.attempts} attempts: ${reason}` }
    : { state: 'waiting', due_at: dueAt, last_error: reason };
}

async function deliver<Row extends OutboxRow>(
  context: DeliveryContext,
  deliveries: Deliveries<Row>,
  row: Row,
): Promise<AttemptResult> {
  const { destination, schedule, describe } = deliveries;
  const turn = await attempt(context, deliveries, row);
  const nowMs = context.clock();
  const result = toDeliveryUpdate(turn, schedule, row, nowMs);
  const isRecorded = await recordAttempt(context.database.db, row, result, nowMs);
  const { id: deliveryId, attempts } = row;
  const about = { deliveryId, destination: destination.name, ...describe?.(row) };
  const line = { ...about, attempts, outcome: turn.status, reason: result.last_error };
  if (!isRecorded) context.log.warn(line, 'delivery outlived its lease');
  else if (result.state === 'dead') context.log.error(line, 'delivery is dead');
  else context.log.info(line, 'delivery attempted');
  return turn;
}

/** One that answers anything final is there, whatever it answers. */
function roundOf(turns: readonly AttemptResult[]): BatchResult {
  const attempted = turns.filter(({ status }) => status !== 'unsent');
  const failures = attempted.flatMap((turn) => (turn.status === 'retryable' ? [turn.retryAfterMs ?? 0] : []));
  const retryAfterMs = Math.max(0, ...failures);
  if (attempted.length === 0) return { outcome: 'inconclusive', retryAfterMs };
  return { outcome: failures.length < attempted.length ? 'answered' : 'failed', retryAfterMs };
}

/** Attempts what is due for one destination, or one delivery where it was away; says how many deliveries that were. */
export async function deliverDue<Row extends OutboxRow>(
  context: DeliveryContext,
  deliveries: Deliveries<Row>,
): Promise<number> {
  const { database, clock } = context;
  const { name } = deliveries.destination;
  const nowMs = clock();
  const breaker = await readBreaker(database.db, name);
  const circuit = circuitState(breaker, nowMs);
  const isProbe = circuit === 'half-open';
  if (circuit === 'open') return 0;
  if (isProbe && !(await reserveProbe(database.db, name, nowMs, nowMs + leaseMs))) return 0;

  const claim = { destination: name, nowMs, leaseMs, limit: isProbe ? 1 : batch, isProbe };
  const rows = await leaseDeliveries<Row>(database, claim);
  const turns = await Promise.all(rows.map((row) => deliver(context, deliveries, row)));
  for (const { status } of turns) deliveries.count?.(name, status);
  const round = roundOf(turns);
  if (round.outcome !== 'inconclusive' || isProbe) await recordBatch(database.db, breaker, round, clock());
  return rows.length;
}
