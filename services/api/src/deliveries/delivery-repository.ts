import type {
  Deliveries,
  Delivery,
  DeliveryQuery,
  RedeliveryResult,
  RedeliveryRequest,
} from '@funnel/contracts/deliveries';
import { isWaiting } from '@funnel/service-kit/jobs/outbox-queue';
import { resumeDestination } from '@funnel/service-kit/jobs/stopped-destinations';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';

import type { Db } from '../platform/database.ts';
import type { Schema } from '../platform/schema.ts';
import { conversionWindowMs } from './destination.ts';

type Where = (eb: ExpressionBuilder<Schema, 'outbox'>) => Expression<SqlBool>;

/** The conditions of each state. */
const inState: Record<Delivery['state'], Where> = {
  waiting: (eb) => eb.and([eb('state', '=', 'waiting'), eb('last_error', 'is', null)]),
  failed: (eb) => eb.and([eb('state', '=', 'waiting'), eb('last_error', 'is not', null)]),
  dead: (eb) => eb('state', '=', 'dead'),
};

/** Lists undelivered deliveries, newest first, without payloads, and counts them beyond the limit. */
export async function listDeliveries(
  db: Db,
  { state, destination, limit = 50 }: DeliveryQuery,
): Promise<Deliveries> {
  let query = db
    .selectFrom('outbox')
    .where(state ? inState[state] : (eb) => eb('state', 'in', ['waiting', 'dead']));
  if (destination) query = query.where('destination', '=', destination);
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .select(['id', 'destination', 'kind', 'state', 'attempts', 'due_at', 'created_at', 'last_error'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  const deliveries = rows.map(
    ({ due_at, created_at, last_error, ...row }) =>
      ({
        ...row,
        state: row.state === 'dead' ? 'dead' : last_error === null ? 'waiting' : 'failed',
        dueAt: due_at,
        createdAt: created_at,
        lastError: last_error,
      }) satisfies Delivery,
  );
  return { deliveries, total };
}

/** Sends the waiting deliveries of a stopped destination. Returns false if it was not stopped. */
export async function resume(db: Db, destination: string, nowMs: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const waiting = await trx
      .selectFrom('outbox')
      .select('kind')
      .where('destination', '=', destination)
      .where(isWaiting)
      .limit(1)
      .executeTakeFirst();
    return resumeDestination(trx, destination, nowMs, waiting?.kind === 'conversion');
  });
}

/** A dead delivery that may still be sent again: any kind but a conversion after its window. */
const isRedeliverable =
  (nowMs: number): Where =>
  (eb) =>
    eb.or([eb('kind', '!=', 'conversion'), eb('scheduled_from', '>', nowMs - conversionWindowMs)]);

/** Counts the dead deliveries of each destination that may still be sent again. */
export async function countRedeliverable(db: Db, nowMs: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['destination', fn.countAll<number>().as('count')])
    .where('state', '=', 'dead')
    .where(isRedeliverable(nowMs))
    .groupBy('destination')
    .execute();
  return new Map(rows.map(({ destination, count }) => [destination, count]));
}

/**
 * Requeues dead deliveries, due now, under their ids and with a new schedule. Conversions keep their schedule, and stay
 * dead after their window.
 */
export async function redeliver(
  db: Db,
  request: RedeliveryRequest,
  nowMs: number,
): Promise<RedeliveryResult> {
  const chosen: Where = (eb) =>
    'ids' in request ? eb('id', 'in', request.ids) : eb('destination', '=', request.destination);
  return db.transaction().execute(async (trx) => {
    const dead = await trx
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(chosen)
      .where('state', '=', 'dead')
      .executeTakeFirstOrThrow();
    const { numUpdatedRows } = await trx
      .updateTable('outbox')
      .set((eb) => ({
        state: 'waiting',
        attempts: 0,
        due_at: nowMs,
        scheduled_from: eb
          .case()
          .when('kind', '=', 'conversion')
          .then(eb.ref('scheduled_from'))
          .else(nowMs)
          .end(),
      }))
      .where(chosen)
      .where('state', '=', 'dead')
      .where(isRedeliverable(nowMs))
      .executeTakeFirst();
    const redelivered = Number(numUpdatedRows);
    const named = 'ids' in request ? new Set(request.ids).size : dead.count;
    return { redelivered, tooLate: dead.count - redelivered, notDead: named - dead.count };
  });
}
