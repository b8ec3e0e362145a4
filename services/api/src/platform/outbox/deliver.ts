import type { AppContext } from '../app-context.ts';
import type { HttpClient } from '../http-client.ts';
import { describeError } from '../log.ts';
import type { OutboxRow } from '../schema.ts';
import { readBreaker, recordRound, takeProbe } from './breaker-repository.ts';
import { admission, type Round } from './breaker.ts';
import type { Destination, Outcome } from './destination.ts';
import { claimDeliveries, settleDelivery, type Settled } from './outbox-repository.ts';
import { isTooLate, nextAttemptAt } from './schedule.ts';

/** Far beyond the HTTP client's time limit, so that a lease ends only under a worker that died or stood still. */
const leaseMs = 60_000;
const batch = 10;

/** What came of one delivery's turn. `unsent`: it was refused here, and its destination heard nothing. */
type Turn = Outcome | { readonly status: 'unsent'; readonly reason: string };
export type CountTurn = (destination: string, status: Turn['status']) => void;

async function attempt(
  { clock }: AppContext,
  http: HttpClient,
  destination: Destination,
  row: OutboxRow,
): Promise<Turn> {
  if (isTooLate(destination.kind, row, clock()))
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

function settled(turn: Turn, { kind }: Destination, row: OutboxRow, nowMs: number): Settled {
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
): Promise<Turn> {
  const turn = await attempt(context, http, destination, row);
  const nowMs = context.clock();
  const result = settled(turn, destination, row, nowMs);
  const isRecorded = await settleDelivery(context.database.db, row, result, nowMs);
  const { id: deliveryId, attempts, visit_id: visitId, set_id: setId } = row;
  const about = { deliveryId, destination: destination.name, visitId, setId };
  const line = { ...about, attempts, outcome: turn.status, reason: result.last_error };
  if (!isRecorded) context.log.warn(line, 'delivery outlived its lease');
  else if (result.state === 'dead') context.log.error(line, 'delivery is dead');
  else context.log.info(line, 'delivery attempted');
  return turn;
}

/** One that answers anything final is there, whatever it answers. */
function roundOf(turns: readonly Turn[]): Round {
  const attempted = turns.filter(({ status }) => status !== 'unsent');
  const failures = attempted.flatMap((turn) => (turn.status === 'retryable' ? [turn.retryAfterMs ?? 0] : []));
  const retryAfterMs = Math.max(0, ...failures);
  if (attempted.length === 0) return { outcome: 'nothing-learned', retryAfterMs };
  return { outcome: failures.length < attempted.length ? 'answered' : 'failed', retryAfterMs };
}

/** Attempts what is due for one destination, or one delivery where it was away; says how many deliveries that were. */
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
  const admitted = admission(breaker, nowMs);
  const isProbe = admitted === 'probe';
  if (admitted === 'none') return 0;
  if (isProbe && !(await takeProbe(database.db, name, nowMs, nowMs + leaseMs))) return 0;

  const claim = { destination: name, nowMs, leaseMs, limit: isProbe ? 1 : batch, isProbe };
  const rows = await claimDeliveries(database, claim);
  const turns = await Promise.all(rows.map((row) => deliver(context, http, destination, row)));
  for (const { status } of turns) count(name, status);
  const round = roundOf(turns);
  if (round.outcome !== 'nothing-learned' || isProbe) await recordRound(database.db, breaker, round, clock());
  return rows.length;
}
