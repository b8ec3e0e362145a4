import { leaseDeliveries, recordAttempt } from '@funnel/service-kit/jobs/outbox-queue';

import type { Database } from '../platform/database.ts';
import type { OutboxRow } from '../platform/schema.ts';
import { createTestClock, describeOnEachEngine } from '../platform/service.testkit.ts';
import { enqueue, enqueueAll } from './outbox-repository.ts';

const hourMs = 3_600_000;
/** As many as a worker leases at once. */
const batch = 10;

describeOnEachEngine('the queue of a destination', (open) => {
  const { clock, advance } = createTestClock();
  let database: Database;
  let count = 0;

  beforeAll(async () => {
    database = await open();
  });

  const conversion = (destination: string, visitId: string | null) => ({
    id: `delivery-${++count}`,
    destination,
    kind: 'conversion',
    payload: '{}',
    visit_id: visitId,
  });
  const put = (destination: string, visitId: string | null) =>
    enqueue(database.db, conversion(destination, visitId), clock());
  const putMany = async (destination: string, visitId: string, many: number) => {
    for (let at = 0; at < many; at += 50)
      await enqueueAll(
        database.db,
        Array.from({ length: 50 }, () => conversion(destination, visitId)),
        clock(),
      );
  };
  const lease = (destination: string) =>
    leaseDeliveries<OutboxRow>(database, { destination, nowMs: clock(), leaseMs: 60_000, limit: batch });
  /** Returns the visits of the next deliveries. Each batch is delivered before the next one is leased. */
  async function visitsOfNext(destination: string, batches: number) {
    const visits: (string | null)[] = [];
    for (let at = 0; at < batches; at++) {
      const rows = await lease(destination);
      visits.push(...rows.map(({ visit_id }) => visit_id));
      for (const row of rows)
        await recordAttempt(database.db, row, { state: 'delivered', last_error: null }, clock());
    }
    return visits;
  }

  it('sends the only conversion of a visit first, although another visit has 1,000 older ones waiting', async () => {
    await putMany('flooded', 'a-flood', 1000);
    advance(hourMs);
    await put('flooded', 'an-honest-visit');
    expect(await visitsOfNext('flooded', 1)).toContain('an-honest-visit');
  });

  it('alternates between visits with large backlogs, and keeps the order of each', async () => {
    await putMany('shared', 'first', 50);
    advance(1);
    await putMany('shared', 'second', 50);
    const next = await visitsOfNext('shared', 4);
    expect(next.filter((visit) => visit === 'first')).toHaveLength(20);
    expect(next.filter((visit) => visit === 'second')).toHaveLength(20);
  });

  it('adds new deliveries of a visit to the end of its own backlog', async () => {
    await putMany('growing', 'a-flood', 50);
    await put('growing', 'an-honest-visit');
    for (let at = 0; at < 30; at++) await put('growing', 'a-flood');
    advance(1);
    await put('growing', 'a-later-visit');
    expect(await visitsOfNext('growing', 1)).toEqual(
      expect.arrayContaining(['an-honest-visit', 'a-later-visit']),
    );
  });

  it('does not let the earlier deliveries of one visit delay another, although they came one by one', async () => {
    for (let at = 0; at < 12; at++) await put('slow-flood', 'a-flood');
    advance(1);
    for (let at = 0; at < 3; at++) await put('slow-flood', 'an-honest-visit');
    const next = await visitsOfNext('slow-flood', 1);
    expect(next.filter((visit) => visit === 'an-honest-visit')).toHaveLength(3);
  });

  it('treats each delivery without a visit as a separate visit', async () => {
    await putMany('mixed', 'a-flood', 50);
    advance(1);
    for (let at = 0; at < 5; at++) await put('mixed', null);
    expect((await visitsOfNext('mixed', 1)).filter((visit) => visit === null)).toHaveLength(5);
  });

  it('keeps backlogs of one visit at different destinations independent', async () => {
    await putMany('away', 'a-visit', 50);
    await putMany('well', 'another-visit', 50);
    advance(1);
    await put('well', 'a-visit');
    expect(await visitsOfNext('well', 1)).toContain('a-visit');
  });

  it('sends deliveries of the same rank in the order in which they are due', async () => {
    for (const id of ['m-oldest', 'z-middle', 'a-newest']) {
      await enqueue(database.db, { ...conversion('ordered', null), id }, clock());
      advance(1);
    }
    const idsOfNext = async () =>
      (
        await leaseDeliveries(database, {
          destination: 'ordered',
          nowMs: clock(),
          leaseMs: 60_000,
          limit: 1,
        })
      ).map(({ id }) => id);
    for (const id of ['m-oldest', 'z-middle', 'a-newest']) expect(await idsOfNext()).toEqual([id]);
  });
});
