import { createLog } from '@funnel/service-kit/log';

import type { AppContext } from '../platform/app-context.ts';
import { readConfig } from '../platform/config.ts';
import type { Db } from '../platform/database.ts';
import { createTestClock, describeOnEachEngine, testKeys } from '../platform/service.testkit.ts';
import { createVisit, insertVisits } from '../reports/analytics.testkit.ts';
import { removeExpiredBatch } from './remove-expired.ts';

const dayMs = 24 * 3_600_000;

describeOnEachEngine('retention of offers', (open) => {
  const { clock, advance } = createTestClock();
  let context: AppContext;
  let db: Db;
  beforeAll(async () => {
    const config = readConfig({ NODE_ENV: 'test' });
    context = { config, database: await open(), clock, log: createLog('silent'), keys: testKeys };
    db = context.database.db;
  });
  beforeEach(async () => {
    for (const table of ['offers', 'offer_emails', 'leads', 'checkout_sessions'] as const)
      await db.deleteFrom(table).execute();
  });

  const daysAgo = (days: number) => clock() - days * dayMs;
  async function removeAllExpired(): Promise<void> {
    while ((await removeExpiredBatch(context, async () => undefined)) > 0);
  }
  const putLink = (visitId: string, linkedAt: number) =>
    db
      .insertInto('offer_emails')
      .values({ visit_id: visitId, email_sha256: visitId, network: '', linked_at: linkedAt })
      .execute();
  async function putOffer(visitId: string, at: number): Promise<void> {
    const offer = { visit_id: visitId, deadline_at: at, started_at: at, is_provisional: 0 };
    await db.insertInto('offers').values(offer).execute();
    await putLink(visitId, at);
  }
  async function linkedVisits(): Promise<string[]> {
    const links = await db.selectFrom('offer_emails').select('visit_id').execute();
    return links.map(({ visit_id }) => visit_id).toSorted();
  }

  it('keeps the email of an ended offer while its visit has a lead or a checkout session with an email', async () => {
    const purchase = { currency: 'EUR', amountMinor: 1999 } as const;
    await insertVisits(db, [
      createVisit({ visitId: 'lead', at: daysAgo(399), leads: 1 }),
      createVisit({ visitId: 'buyer', at: daysAgo(401), purchases: [{ ...purchase, status: 'paid' }] }),
      createVisit({ visitId: 'unpaid', at: daysAgo(401), purchases: [{ ...purchase, status: 'open' }] }),
    ]);
    await db
      .updateTable('checkout_sessions')
      .set({ status: 'expired' })
      .where('visit_id', '=', 'unpaid')
      .execute();
    for (const visitId of ['lead', 'buyer', 'unpaid', 'without-more']) await putLink(visitId, daysAgo(401));
    await removeAllExpired();
    expect(await linkedVisits()).toEqual(['buyer', 'lead']);
  });

  it('removes the email of an ended offer within a day after the lead of its visit', async () => {
    await insertVisits(db, [createVisit({ visitId: 'lead', at: daysAgo(399.5), leads: 1 })]);
    await putLink('lead', daysAgo(401));
    await removeAllExpired();
    expect(await linkedVisits()).toEqual(['lead']);
    advance(dayMs + 1);
    await removeAllExpired();
    expect(await db.selectFrom('leads').select('id').execute()).toEqual([]);
    expect(await linkedVisits()).toEqual([]);
  });

  it('removes ended offers and then their emails, unless the visit has a lead or a checkout session', async () => {
    await putOffer('old', daysAgo(401));
    await putOffer('present', daysAgo(399.5));
    await removeAllExpired();
    expect(await db.selectFrom('offers').select('visit_id').execute()).toEqual([{ visit_id: 'present' }]);
    expect(await linkedVisits()).toEqual(['present']);
  });
});
