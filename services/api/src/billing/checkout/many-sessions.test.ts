import type { KyselyPlugin } from 'kysely';

import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { startPaidFunnel, startVisit, type PaidFunnel } from '../paid-funnel.testkit.ts';

describeOnEachEngine('a visit with many expired sessions', (open) => {
  let funnel: PaidFunnel;
  let sessionsRead = 0;
  const countSessionsRead: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      sessionsRead += result.rows.filter((row) => 'client_secret' in row).length;
      return result;
    },
  };
  beforeAll(async () => {
    const database = await open();
    funnel = await startPaidFunnel({ ...database, db: database.db.withPlugin(countSessionsRead) });
  });
  afterAll(() => funnel.close());

  it('reads only the sessions in which it may still pay or has paid', async () => {
    const visit = await startVisit(funnel.app);
    const opened: string[] = [];
    for (let at = 0; at < 10; at++)
      opened.push(
        (
          await visit.open({
            planId: at % 2 ? 'plan2' : 'plan3',
            attemptId: '3d0a3f7e-5d0f-4a55-9a3b-6f0f5a4f9d10',
          })
        ).sessionId,
      );
    expect(new Set(opened).size).toBe(10);

    sessionsRead = 0;
    const { sessionId } = await visit.open({ planId: 'plan3' });
    // The open one, and as expired after the provider expired it.
    expect(sessionsRead).toBeLessThanOrEqual(4);

    funnel.api.complete(sessionId);
    await visit.read(sessionId);
    sessionsRead = 0;
    const response = await funnel.app.request('/api/purchase', { headers: { cookie: visit.cookie } });
    expect(await response.json()).toMatchObject({ sessionId, status: 'paid' });
    expect(sessionsRead).toBe(1);
  });
});
