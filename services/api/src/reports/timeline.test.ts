import { randomUUID } from 'node:crypto';

import { unattempted } from '@funnel/service-kit/jobs/outbox-queue';

import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { promote } from '../releases/release-calls.testkit.ts';
import { clientOf, publishProduct } from '../releases/release.testkit.ts';
import { createVisit, insertVisits } from './analytics.testkit.ts';

const hourMs = 3_600_000;
const paid = { currency: 'EUR', amountMinor: 3999, status: 'paid' } as const;
const failed = { remote: 'mfe-quiz', version: '1.0.0' } as const;

describeOnEachEngine('the timeline', (open) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  const read = (query = '') =>
    app.request(`/api/reports/timeline${query}`, {
      headers: { authorization: `Bearer ${testOperatorToken}` },
    });
  const readHours = async (query?: string): Promise<unknown> =>
    Object(await (await read(query)).json()).hours;
  const addDeliveries = (state: 'dead' | 'waiting' | 'delivered', at: number, count: number) =>
    app.context.database.db
      .insertInto('outbox')
      .values(
        Array.from({ length: count }, () => ({
          ...unattempted(at - 5 * hourMs),
          id: randomUUID(),
          destination: 'meta',
          kind: 'Lead',
          payload: '{}',
          visit_id: null,
          fair_rank: 0,
          set_id: null,
          state,
          due_at: at,
        })),
      )
      .execute();

  beforeAll(async () => {
    advance(hourMs / 2 - (clock() % hourMs));
    app = await startTestApp({ database: await open(), clock });
  });
  afterAll(() => app.close());

  it('has purchases, failures, dead letters and deployments of each hour', async () => {
    const { set } = await promote(clientOf(app), await publishProduct(app));
    const setId = set?.id ?? '';
    const start = clock() - hourMs / 2;
    await insertVisits(app.context.database.db, [
      createVisit({ setId, at: start, purchases: [paid, paid], failures: [failed, failed] }),
      createVisit({ setId, at: start - 1, purchases: [paid, { ...paid, status: 'open' }] }),
      createVisit({ setId, at: start - 1, failures: [failed] }),
      createVisit({ setId, at: start - hourMs, failures: [failed] }),
      // A preview.
      createVisit({ setId: null, at: start, purchases: [paid], failures: [failed] }),
      // Before the first hour.
      createVisit({ setId, at: start - 2 * hourMs - 1, purchases: [paid], failures: [failed] }),
    ]);
    await addDeliveries('dead', start - 2 * hourMs, 3);
    await addDeliveries('dead', start + 1, 1);
    await addDeliveries('waiting', start, 1);
    await addDeliveries('delivered', start, 1);
    expect(await readHours('?hours=3')).toEqual([
      { at: start - 2 * hourMs, purchases: 0, failures: 0, deadLetters: 3, deployments: 0 },
      { at: start - hourMs, purchases: 1, failures: 2, deadLetters: 0, deployments: 0 },
      { at: start, purchases: 2, failures: 1, deadLetters: 1, deployments: 1 },
    ]);
  });

  it('has the last two days unless asked, and a week at most', async () => {
    expect(await readHours()).toHaveLength(48);
    expect(await readHours('?hours=168')).toHaveLength(168);
    const rejected = await read('?hours=169');
    expect(rejected.status).toBe(422);
    expect(await rejected.json()).toMatchObject({ errors: [{ path: 'hours' }] });
  });

  it('is sent as CSV on request', async () => {
    const response = await read('?hours=1&format=csv');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="timeline.csv"');
    const lines = (await response.text()).trimEnd().split('\r\n');
    expect(lines).toEqual([
      '"hour","purchases","failures","dead_letters","deployments"',
      `"${new Date(clock() - hourMs / 2).toISOString()}","2","1","1","1"`,
    ]);
  });
});
