import { createLog } from '@funnel/service-kit/log';

import type { AppContext } from '../platform/app-context.ts';
import { readConfig } from '../platform/config.ts';
import { refuseWrites } from '../platform/refuse-writes.testkit.ts';
import type { InboxRow, OutboxRow } from '../platform/schema.ts';
import { createTestClock, describeOnEachEngine, testKeys } from '../platform/service.testkit.ts';
import { insertVisits, createVisit } from '../reports/analytics.testkit.ts';
import { removeExpiredBatch, startRetention } from './remove-expired.ts';
import { anEvent } from '../tracking/an-event.testkit.ts';

const dayMs = 24 * 3_600_000;

describeOnEachEngine('retention', (open, engine) => {
  const { clock } = createTestClock();
  let context: AppContext;
  const pause = jest.fn(async () => undefined);

  beforeAll(async () => {
    const config = readConfig({ NODE_ENV: 'test' });
    context = { config, database: await open(), clock, log: createLog('silent'), keys: testKeys };
  });
  beforeEach(async () => {
    pause.mockClear();
    for (const table of ['events', 'leads', 'outbox', 'inbox', 'checkout_sessions', 'subscriptions'] as const)
      await context.database.db.deleteFrom(table).execute();
  });

  const daysAgo = (days: number) => clock() - days * dayMs;
  const removeAllExpired = async (of = context) => {
    while ((await removeExpiredBatch(of, pause)) > 0);
  };

  const putEvents = (names: readonly string[], receivedAt: number) =>
    context.database.db
      .insertInto('events')
      .values(names.map((name) => anEvent({ name, received_at: receivedAt })))
      .execute();
  async function putLead(id: string, receivedAt: number, delivery?: OutboxRow['state']) {
    const { db } = context.database;
    await db
      .insertInto('leads')
      .values({
        id,
        visit_id: 'a-visit',
        email: 'ada@example.com',
        step: '',
        special_goal: '',
        quiz_answers: '{}',
        answers_summary: '',
        timestamp: '',
        received_at: receivedAt,
        set_id: null,
      })
      .execute();
    if (delivery) await putDelivery(`lead_${id}`, delivery, receivedAt);
  }
  const putDelivery = (id: string, state: OutboxRow['state'], at: number, kind = 'lead') =>
    context.database.db
      .insertInto('outbox')
      .values({
        id,
        destination: 'a-destination',
        kind,
        payload: '{}',
        state,
        attempts: 1,
        due_at: at,
        lease_owner: null,
        lease_until: 0,
        last_error: null,
        created_at: at,
        scheduled_from: at,
        fair_rank: 0,
        visit_id: null,
        set_id: null,
      })
      .execute();
  const putMessage = (id: string, state: InboxRow['state'], at: number) =>
    context.database.db
      .insertInto('inbox')
      .values({
        event_id: id,
        type: '',
        object_id: '',
        state,
        attempts: 1,
        due_at: at,
        last_error: null,
        received_at: at,
        renewal: null,
      })
      .execute();
  const idsOf = async (table: 'leads' | 'outbox') =>
    (await context.database.db.selectFrom(table).select('id').execute()).map(({ id }) => id).toSorted();

  it('removes events after 400 days, except purchases', async () => {
    await putEvents(['PageView', 'Lead', 'Purchase'], daysAgo(401));
    await putEvents(['PageView'], daysAgo(399));
    await removeAllExpired();
    const rows = await context.database.db.selectFrom('events').select(['name', 'received_at']).execute();
    expect(rows.map(({ name, received_at }) => [name, (clock() - received_at) / dayMs]).toSorted()).toEqual([
      ['PageView', 399],
      ['Purchase', 401],
    ]);
  });

  it('removes leads after 400 days, except those with a waiting or dead delivery', async () => {
    await putLead('delivered', daysAgo(401), 'delivered');
    await putLead('delivered-and-forgotten', daysAgo(401));
    await putLead('waiting', daysAgo(401), 'waiting');
    await putLead('dead', daysAgo(401), 'dead');
    await putLead('young', daysAgo(399));
    await removeAllExpired();
    expect(await idsOf('leads')).toEqual(['dead', 'waiting', 'young']);
    expect(await idsOf('outbox')).toEqual(['lead_dead', 'lead_waiting']);
  });

  it('removes an old lead whose delivery succeeded only recently', async () => {
    await putLead('delivered-late', daysAgo(401));
    await putDelivery('lead_delivered-late', 'delivered', daysAgo(1));
    await removeAllExpired();
    expect(await idsOf('leads')).toEqual([]);
    expect(await idsOf('outbox')).toEqual(['lead_delivered-late']);
  });

  it('removes the first touch of a visit after 400 days, and keeps younger ones', async () => {
    const { db } = context.database;
    const touch = { source: 'direct', campaign: '', device: 'phone', locale: 'en' } as const;
    for (const days of [401, 399])
      await db
        .insertInto('visits')
        .values({ visit_id: `visit-${days}`, first_at: daysAgo(days), ...touch })
        .execute();
    await removeAllExpired();
    const rows = await db
      .selectFrom('visits')
      .select('visit_id')
      .where('visit_id', 'like', 'visit-%')
      .execute();
    expect(rows).toEqual([{ visit_id: 'visit-399' }]);
  });

  it('removes the decisions of a visit 400 days after the last one', async () => {
    const { db } = context.database;
    const decision = { choice: 'granted', text_version: 1 } as const;
    for (const [visit_id, days] of [
      ['old-visit', 402],
      ['old-visit', 401],
      ['late-visit', 402],
      ['late-visit', 399],
    ] as const)
      await db
        .insertInto('consents')
        .values({ visit_id, ...decision, at: daysAgo(days), received_at: daysAgo(days) })
        .execute();
    await removeAllExpired();
    const rows = await db.selectFrom('consents').select('visit_id').execute();
    expect(rows.map(({ visit_id }) => visit_id)).toEqual(['late-visit', 'late-visit']);
  });

  it('removes the arms that a visit saw 400 days ago, and keeps those that it saw later', async () => {
    const { db } = context.database;
    await db
      .insertInto('exposures')
      .values([
        { experiment: 'pricing/old', visit_id: 'returning', arm: 'one', at: daysAgo(401) },
        { experiment: 'pricing/new', visit_id: 'returning', arm: 'two', at: daysAgo(399) },
        { experiment: 'pricing/old', visit_id: 'gone', arm: 'two', at: daysAgo(401) },
      ])
      .execute();
    await removeAllExpired();
    const rows = await db.selectFrom('exposures').select(['experiment', 'visit_id']).execute();
    expect(rows).toEqual([{ experiment: 'pricing/new', visit_id: 'returning' }]);
  });

  it('removes alerts that ended 400 days ago, and keeps those that last, however old', async () => {
    const { db } = context.database;
    const alert = { kind: 'dead-letters', summary: '' } as const;
    for (const [id, ended_at] of [
      ['ended', daysAgo(401)],
      ['ended-later', daysAgo(399)],
      ['lasting', null],
    ] as const)
      await db
        .insertInto('alerts')
        .values({ ...alert, id, subject: id, began_at: daysAgo(500), ended_at })
        .execute();
    await removeAllExpired();
    const rows = await db.selectFrom('alerts').select('id').orderBy('id').execute();
    expect(rows).toEqual([{ id: 'ended-later' }, { id: 'lasting' }]);
  });

  it('removes deliveries and webhook events 30 days after they were completed', async () => {
    await putDelivery('old', 'delivered', daysAgo(31));
    await putDelivery('old-and-dead', 'dead', daysAgo(31));
    await putDelivery('old-and-waiting', 'waiting', daysAgo(31));
    await putDelivery('young', 'delivered', daysAgo(29));
    await putMessage('old', 'done', daysAgo(31));
    await putMessage('old-and-dead', 'dead', daysAgo(31));
    await putMessage('old-and-waiting', 'waiting', daysAgo(31));
    await putMessage('young', 'done', daysAgo(29));
    await removeAllExpired();
    const remaining = ['old-and-dead', 'old-and-waiting', 'young'];
    expect(await idsOf('outbox')).toEqual(remaining);
    const webhookEvents = await context.database.db.selectFrom('inbox').select('event_id').execute();
    expect(webhookEvents.map(({ event_id }) => event_id).toSorted()).toEqual(remaining);
  });

  it.each(['email', 'conversion'] as const)(
    'removes every %s that could not be delivered 30 days after the last attempt',
    async (kind) => {
      await putDelivery('old-and-dead', 'dead', daysAgo(31), kind);
      await putDelivery('old-and-waiting', 'waiting', daysAgo(31), kind);
      await putDelivery('young-and-dead', 'dead', daysAgo(29), kind);
      await removeAllExpired();
      expect(await idsOf('outbox')).toEqual(['old-and-waiting', 'young-and-dead']);
    },
  );

  it.each(['email', 'conversion'] as const)(
    'removes every %s that has waited for RETENTION_DAYS, as for a destination without settings',
    async (kind) => {
      await putDelivery('old', 'waiting', daysAgo(401), kind);
      await putDelivery('old-lead', 'waiting', daysAgo(401));
      await putDelivery('young', 'waiting', daysAgo(399), kind);
      await removeAllExpired();
      expect(await idsOf('outbox')).toEqual(['old-lead', 'young']);
    },
  );

  it('keeps everything for RETENTION_DAYS, and completed deliveries no longer', async () => {
    const brief = { ...context, config: readConfig({ NODE_ENV: 'test', RETENTION_DAYS: '10' }) };
    for (const days of [9, 11]) {
      await putEvents([`event-${days}`], daysAgo(days));
      await putLead(`lead-${days}`, daysAgo(days));
      await putDelivery(`delivery-${days}`, 'delivered', daysAgo(days));
    }
    await removeAllExpired(brief);
    const { db } = context.database;
    expect(await db.selectFrom('events').select('name').execute()).toEqual([{ name: 'event-9' }]);
    expect(await idsOf('leads')).toEqual(['lead-9']);
    expect(await idsOf('outbox')).toEqual(['delivery-9']);
  });

  it('keeps completed work for four days, in which the payment provider may repeat it', async () => {
    const brief = { ...context, config: readConfig({ NODE_ENV: 'test', RETENTION_DAYS: '1' }) };
    for (const days of [3, 5]) {
      await putDelivery(`delivery-${days}`, 'delivered', daysAgo(days));
      await putMessage(`event-${days}`, 'done', daysAgo(days));
    }
    await removeAllExpired(brief);
    expect(await idsOf('outbox')).toEqual(['delivery-3']);
    const webhookEvents = await context.database.db.selectFrom('inbox').select('event_id').execute();
    expect(webhookEvents).toEqual([{ event_id: 'event-3' }]);
  });

  it('keeps financial records permanently', async () => {
    const purchase = { currency: 'EUR', amountMinor: 1999, status: 'paid' } as const;
    const { db } = context.database;
    await insertVisits(db, [
      createVisit({ at: daysAgo(2000), purchases: [purchase, { ...purchase, status: 'open' }] }),
    ]);
    await db
      .insertInto('subscriptions')
      .values({
        id: 'sub_1',
        checkout_session_id: null,
        customer_id: 'cus_1',
        status: 'canceled',
        current_period_end: null,
        cancel_at_period_end: 0,
        updated_at: daysAgo(2000),
        last_invoice_status: 'paid',
        promotional_period_end: null,
        was_refunded: 0,
        was_disputed: 0,
        dispute: null,
        has_fraud_warning: 0,
        charges_updated_at: 0,
        announced: null,
        version: 1,
        check_at: null,
      })
      .execute();
    await removeAllExpired();
    expect(await db.selectFrom('checkout_sessions').select('id').execute()).toHaveLength(2);
    expect(await db.selectFrom('subscriptions').select('id').execute()).toHaveLength(1);
    expect(await db.selectFrom('events').select('id').execute()).toEqual([]);
  });

  it('removes expired rows in the background, and logs how many of each kind', async () => {
    await putEvents(['PageView', 'PageView'], daysAgo(401));
    await putLead('old', daysAgo(401));
    const log = createLog('silent');
    const debug = jest.spyOn(log, 'debug');
    const bothKinds = new Promise<void>((resolve) =>
      debug.mockImplementation(() => {
        if (debug.mock.calls.length === 2) resolve();
      }),
    );
    const worker = startRetention({ ...context, log });
    await bothKinds;
    await worker.stop();
    expect(debug.mock.calls).toEqual([
      [{ kind: 'events', count: 2 }, 'expired data handled'],
      [{ kind: 'leads', count: 1 }, 'expired data handled'],
    ]);
    expect(await idsOf('leads')).toEqual([]);
  });

  it('removes the other kinds if one kind fails, and fails if nothing else is left', async () => {
    const { db } = context.database;
    await putEvents(['PageView'], daysAgo(401));
    await putLead('old', daysAgo(401));
    const refused = { write: 'delete', table: 'events', reason: 'events are needed' };
    const allow = await refuseWrites(db, engine, refused);
    const log = createLog('silent');
    const error = jest.spyOn(log, 'error');
    const failed = new Map<string, unknown>();
    const run = () => removeExpiredBatch({ ...context, log }, pause, failed);
    expect(await run()).toBe(1);
    expect(await idsOf('leads')).toEqual([]);
    expect(error.mock.calls).toEqual([
      [
        { err: expect.objectContaining({ message: 'events are needed' }), kind: 'events' },
        'expired data could not be removed',
      ],
    ]);
    // It is not tried again with each batch.
    await expect(run()).rejects.toThrow('events are needed');
    expect(error).toHaveBeenCalledTimes(1);
    await allow();
    expect(await run()).toBe(1);
  });
});

it.each(['0', '1.5', '3651', 'forever'])('rejects %s as RETENTION_DAYS', (days) => {
  expect(() => readConfig({ NODE_ENV: 'test', RETENTION_DAYS: days })).toThrow(
    /^RETENTION_DAYS: must be a whole number/,
  );
});
