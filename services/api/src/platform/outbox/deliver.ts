import type { AppContext } from '../app-context.ts';
import type { HttpClient } from '../http-client.ts';
import { describeError } from '../log.ts';
import type { OutboxRow } from '../schema.ts';
import { readBreaker, recordBatch, reserveProbe } from './breaker-repository.ts';
import { circuitState, type BatchResult } from './breaker.ts';
import type { Destination, DeliveryOutcome } from './destination.ts';
import { leaseDeliveries, recordAttempt, type Settled } from './outbox-repository.ts';
import { isExpired, nextAttemptAt } from './retry-schedule.ts';

/** Much longer than the HTTP client's timeout, so that a lease ends only if its worker died or stalled. */
const leaseMs = 60_000;
const batch = 10;

/** The result of one attempt. `unsent`: rejected before it was sent to the destination. */
type AttemptResult = DeliveryOutcome | { readonly status: 'unsent'; readonly reason: string };
export type CountTurn = (destination: string, status: AttemptResult['status']) => void;

async function attempt(
  { clock }: AppContext,
  http: HttpClient,
  destination: Destination,
  row: OutboxRow,
): Promise<AttemptResult> {
  if (isExpired(destination.kind, row, clock()))
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
  { kind }: Destination,
  row: OutboxRow,
  nowMs: number,
): Settled {
  if (turn.status === 'delivered') return { state: 'delivered', last_error: null };
  const { status, reason } = turn;
  if (status !== 'retryable') return { state: 'dead', last_error: reason };
  const dueAt = nextAttemptAt(kind, row, nowMs, turn.retryAfterMs);
  return dueAt === null
    ? { state: 'dead', last_error: `gave up after ${row.attempts} attempts: ${reason}` }
    : { state: 'waiting', due_at: dueAt, last_error: reason };
}

async function deliver(
  context: AppContext,
  http: HttpClient,
  destination: Destination,
  row: OutboxRow,
): Promise<AttemptResult> {
  const turn = await attempt(context, http, destination, row);
  const nowMs = context.clock();
  const result = toDeliveryUpdate(turn, destination, row, nowMs);
  const isRecorded = await recordAttempt(context.database.db, row, result, nowMs);
  const { id: deliveryId, attempts, visit_id: visitId, set_id: setId } = row;
  const about = { deliveryId, destination: destination.name, visitId, setId };
  const line = { ...about, attempts, outcome: turn.status, reason: result.last_error };
  if (!isRecorded) context.log.warn(line, 'delivery outlived its lease');
  else if (result.state === 'dead') context.log.error(line, 'delivery is dead');
  else context.log.info(line, 'delivery attempted');
  return turn;
}

/** Summarizes attempts. A destination that returned any final response is considered available. */
function roundOf(turns: readonly AttemptResult[]): BatchResult {
  const attempted = turns.filter(({ status }) => status !== 'unsent');
  const failures = attempted.flatMap((turn) => (turn.status === 'retryable' ? [turn.retryAfterMs ?? 0] : []));
  const retryAfterMs = Math.max(0, ...failures);
  if (attempted.length === 0) return { outcome: 'inconclusive', retryAfterMs };
  return { outcome: failures.length < attempted.length ? 'answered' : 'failed', retryAfterMs };
}

/**
 * Attempts the due deliveries of one destination, or one probe if its breaker is half-open. Returns the number of
 * deliveries.
 */
export async function deliverDue(
  context: AppContext,
  http: HttpClient,
  destination: Destination,
  count: CountTurn = () => undefined,
): Promise<number> {
  const { database, clock } = context;
  const { name } = destination;
  const nowMs = clock();
  const breaker = await readBreaker(database.db, name);
  const circuit = circuitState(breaker, nowMs);
  const isProbe = circuit === 'half-open';
  if (circuit === 'open') return 0;
  if (isProbe && !(await reserveProbe(database.db, name, nowMs, nowMs + leaseMs))) return 0;

  const claim = { destination: name, nowMs, leaseMs, limit: isProbe ? 1 : batch, isProbe };
  const rows = await leaseDeliveries(database, claim);
  const turns = await Promise.all(rows.map((row) => deliver(context, http, destination, row)));
  for (const { status } of turns) count(name, status);
  const round = roundOf(turns);
  if (round.outcome !== 'inconclusive' || isProbe) await recordBatch(database.db, breaker, round, clock());
  return rows.length;
}
