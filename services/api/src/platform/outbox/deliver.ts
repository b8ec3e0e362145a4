import type { AppContext } from '../app-context.ts';
import type { HttpClient } from '../http-client.ts';
import { describeError } from '../log.ts';
import type { OutboxRow } from '../schema.ts';
import { readBreaker, recordBatch, reserveProbe } from './breaker-repository.ts';
import { circuitState, type BatchResult } from './breaker.ts';
import type { Destination, DeliveryOutcome } from './destination.ts';
import { leaseDeliveries, recordAttempt, type DeliveryUpdate } from './outbox-repository.ts';
import { isExpired, nextAttemptAt } from './retry-schedule.ts';

/** Much longer than the HTTP client's timeout, so that a lease ends only if its worker died or stalled. */
const leaseMs = 60_000;
const batchSize = 10;

/** The result of one attempt. `unsent`: rejected before it was sent to the destination. */
type AttemptResult = DeliveryOutcome | { readonly status: 'unsent'; readonly reason: string };
export type CountAttempt = (destination: string, status: AttemptResult['status']) => void;

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
  attemptResult: AttemptResult,
  { kind }: Destination,
  row: OutboxRow,
  nowMs: number,
): DeliveryUpdate {
  if (attemptResult.status === 'delivered') return { state: 'delivered', last_error: null };
  const { status, reason } = attemptResult;
  if (status !== 'retryable') return { state: 'dead', last_error: reason };
  const dueAt = nextAttemptAt(kind, row, nowMs, attemptResult.retryAfterMs);
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
  const attemptResult = await attempt(context, http, destination, row);
  const nowMs = context.clock();
  const result = toDeliveryUpdate(attemptResult, destination, row, nowMs);
  const isRecorded = await recordAttempt(context.database.db, row, result, nowMs);
  const { id: deliveryId, attempts, visit_id: visitId, set_id: setId } = row;
  const about = { deliveryId, destination: destination.name, visitId, setId };
  const line = { ...about, attempts, outcome: attemptResult.status, reason: result.last_error };
  if (!isRecorded) context.log.warn(line, 'delivery outlived its lease');
  else if (result.state === 'dead') context.log.error(line, 'delivery is dead');
  else context.log.info(line, 'delivery attempted');
  return attemptResult;
}

/** Summarizes attempts. A destination that returned any final response is considered available. */
function summarizeAttempts(results: readonly AttemptResult[]): BatchResult {
  const attempted = results.filter(({ status }) => status !== 'unsent');
  const failures = attempted.flatMap((attemptResult) =>
    attemptResult.status === 'retryable' ? [attemptResult.retryAfterMs ?? 0] : [],
  );
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
  count: CountAttempt = () => undefined,
): Promise<number> {
  const { database, clock } = context;
  const { name } = destination;
  const nowMs = clock();
  const breaker = await readBreaker(database.db, name);
  const circuit = circuitState(breaker, nowMs);
  const isProbe = circuit === 'half-open';
  if (circuit === 'open') return 0;
  if (isProbe && !(await reserveProbe(database.db, name, nowMs, nowMs + leaseMs))) return 0;

  const leaseOptions = { destination: name, nowMs, leaseMs, limit: isProbe ? 1 : batchSize, isProbe };
  const rows = await leaseDeliveries(database, leaseOptions);
  const results = await Promise.all(rows.map((row) => deliver(context, http, destination, row)));
  for (const { status } of results) count(name, status);
  const result = summarizeAttempts(results);
  if (result.outcome !== 'inconclusive' || isProbe) await recordBatch(database.db, breaker, result, clock());
  return rows.length;
}
