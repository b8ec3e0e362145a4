import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { HttpClient } from '../http/http-client.ts';
import { describeError, type Log } from '../log.ts';
import { readBreaker, recordBatch, reserveProbe } from './breaker-repository.ts';
import { circuitState, type BatchResult } from './breaker.ts';
import type { Destination, DirectDestination, DeliveryOutcome } from './destination.ts';
import { leaseDeliveries, recordAttempt, type DeliveryUpdate } from './outbox-queue.ts';
import type { OutboxRow, OutboxTables } from './outbox-tables.ts';
import { isExpired, nextAttemptAt, type RetrySchedule } from './retry-schedule.ts';
import { readStop, resumeDestination, stopDestination } from './stopped-destinations.ts';

/** Much longer than the longest timeout of a request, so that a lease ends only if its worker died or stalled. */
const leaseMs = 60_000;
const batchSize = 10;

/** The result of one attempt. `unsent`: rejected before it was sent to the destination. */
type AttemptResult = DeliveryOutcome | { readonly status: 'unsent'; readonly reason: string };
export type CountAttempt = (destination: string, status: AttemptResult['status']) => void;

interface DeliveryContext {
  readonly database: Database<OutboxTables>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The destination, its retry schedule, and how its attempts are counted and logged. */
export interface DeliveryOptions<Row extends OutboxRow> {
  readonly destination: Destination | DirectDestination;
  readonly schedule: RetrySchedule;
  readonly http: HttpClient;
  readonly count?: CountAttempt;
  /** Log fields of a delivery beside its id and destination. */
  readonly logFieldsOf?: (row: Row) => object;
}

async function attempt<Row extends OutboxRow>(
  { clock }: DeliveryContext,
  { destination, schedule, http }: DeliveryOptions<Row>,
  row: Row,
): Promise<AttemptResult> {
  if (isExpired(schedule, row, clock()))
    return { status: 'unsent', reason: `too late to try again: ${row.last_error ?? 'no attempt ended'}` };
  try {
    if ('send' in destination) return await destination.send(row);
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
  schedule: RetrySchedule,
  row: OutboxRow,
  nowMs: number,
): DeliveryUpdate {
  if (attemptResult.status === 'delivered') return { state: 'delivered', last_error: null };
  // Not counted as an attempt, so that it does not expire while its destination is stopped.
  if (attemptResult.status === 'stopped')
    return { state: 'waiting', last_error: row.last_error, attempts: row.attempts - 1 };
  const { status, reason } = attemptResult;
  if (status !== 'retryable') return { state: 'dead', due_at: nowMs, last_error: reason };
  const dueAt = nextAttemptAt(schedule, row, nowMs, attemptResult.retryAfterMs);
  return dueAt === null
    ? { state: 'dead', due_at: nowMs, last_error: `gave up after ${row.attempts} attempts: ${reason}` }
    : { state: 'waiting', due_at: dueAt, last_error: reason };
}

/** Stops the destination, and alerts once. */
async function stop<Row extends OutboxRow>(
  { database, clock, log }: DeliveryContext,
  { destination: { name, settingsId = '' } }: DeliveryOptions<Row>,
  reason: string,
): Promise<void> {
  const row = { destination: name, reason, stopped_at: clock(), settings_id: settingsId };
  if (await stopDestination(database.db, row))
    log.error(
      { destination: name, reason },
      'destination stopped until it is resumed or its settings change',
    );
}

async function deliver<Row extends OutboxRow>(
  context: DeliveryContext,
  options: DeliveryOptions<Row>,
  row: Row,
): Promise<AttemptResult> {
  const { destination, schedule, logFieldsOf } = options;
  const attemptResult = await attempt(context, options, row);
  // Before the delivery is free again, so that no other worker sends it.
  if (attemptResult.status === 'stopped') await stop(context, options, attemptResult.reason);
  const nowMs = context.clock();
  const result = toDeliveryUpdate(attemptResult, schedule, row, nowMs);
  const isRecorded = await recordAttempt(context.database.db, row, result, nowMs);
  const { id: deliveryId, attempts } = row;
  const about = { deliveryId, destination: destination.name, ...logFieldsOf?.(row) };
  const reason = attemptResult.status === 'stopped' ? attemptResult.reason : result.last_error;
  const line = { ...about, attempts, outcome: attemptResult.status, reason };
  if (!isRecorded) context.log.warn(line, 'delivery outlived its lease');
  else if (result.state === 'dead') context.log.error(line, 'delivery dead-lettered');
  else context.log.info(line, 'delivery attempted');
  return attemptResult;
}

/** Whether the receiver accepts deliveries. `results` are those of `rows`, in order. */
function acceptanceOf(
  rows: readonly OutboxRow[],
  results: readonly AttemptResult[],
): Pick<BatchResult, 'hasAccepted' | 'rejection'> {
  const hasAccepted = results.some(({ status }) => status === 'delivered');
  const rejections = results.flatMap((result, index) =>
    result.status === 'retryable' && result.isRejection && rows[index]?.attempts === 1 ? result.reason : [],
  );
  return { hasAccepted, rejection: hasAccepted ? null : (rejections.at(-1) ?? null) };
}

/** Summarizes attempts. A destination is considered available if one attempt of the batch reached its receiver. */
function summarizeAttempts(results: readonly AttemptResult[]): Pick<BatchResult, 'outcome' | 'retryAfterMs'> {
  const attempted = results.filter(({ status }) => status !== 'unsent' && status !== 'stopped');
  const failures = attempted.flatMap((attemptResult) =>
    attemptResult.status === 'retryable' && !attemptResult.isReceiverUp
      ? [attemptResult.retryAfterMs ?? 0]
      : [],
  );
  const retryAfterMs = Math.max(0, ...failures);
  if (attempted.length === 0) return { outcome: 'inconclusive', retryAfterMs };
  return { outcome: failures.length < attempted.length ? 'responded' : 'failed', retryAfterMs };
}

/** Returns whether the destination is stopped. Changed settings resume it. */
async function isStopped<Row extends OutboxRow>(
  { database, clock, log }: DeliveryContext,
  { destination, schedule }: DeliveryOptions<Row>,
): Promise<boolean> {
  const { name, settingsId = '' } = destination;
  const stopRow = await readStop(database.db, name);
  if (!stopRow || stopRow.settings_id === settingsId) return stopRow !== undefined;
  const isResumed = await database.db
    .transaction()
    .execute((trx) => resumeDestination(trx, name, clock(), schedule.hasRepeatLimit ?? false));
  if (isResumed) log.info({ destination: name }, 'destination resumed with changed settings');
  return false;
}

/**
 * Attempts the due deliveries of one destination, or one probe if its breaker is half-open. Returns the number of
 * deliveries.
 */
export async function deliverDue<Row extends OutboxRow>(
  context: DeliveryContext,
  options: DeliveryOptions<Row>,
): Promise<number> {
  const { database, clock } = context;
  const { name } = options.destination;
  if (await isStopped(context, options)) return 0;
  const nowMs = clock();
  const breaker = await readBreaker(database.db, name);
  const circuit = circuitState(breaker, nowMs);
  const isProbe = circuit === 'half-open';
  if (circuit === 'open') return 0;
  if (isProbe && !(await reserveProbe(database.db, name, nowMs, nowMs + leaseMs))) return 0;

  const leaseOptions = { destination: name, nowMs, leaseMs, limit: isProbe ? 1 : batchSize, isProbe };
  const rows = await leaseDeliveries<Row>(database, leaseOptions);
  const results = await Promise.all(rows.map((row) => deliver(context, options, row)));
  for (const { status } of results) options.count?.(name, status);
  const batch = { ...summarizeAttempts(results), ...acceptanceOf(rows, results) };
  await recordBatch(database.db, breaker, batch, clock());
  return rows.length;
}
