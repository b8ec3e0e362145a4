import { randomUUID } from 'node:crypto';

import { funnelReportSchema } from '@funnel/contracts/reports';

import {
  createTestClock,
  describeOnEachEngine,
  startAssignedVisit,
  startTestApp,
  testOperatorToken,
} from '../platform/service.testkit.ts';
import { countPeriods } from './report-facts.ts';

const hourMs = 3_600_000;

describeOnEachEngine('the funnel report', (open) => {
  it('has the order in which a visitor saw several steps, even if they were reported in one request', async () => {
    const { clock, advance } = createTestClock();
    const app = await startTestApp({ database: await open(), clock });
    await countPeriods(app.context);
    const { cookie } = await startAssignedVisit(app, 'set-1');
    // A browser without a network keeps its page views, and sends them together. Neither ids nor paths are in their order.
    const paths = ['/step-9', '/step-10', '/final', '/checkout'];
    const events = paths.map((path, n) => ({
      id: randomUUID(),
      name: 'PageView',
      at: clock() - hourMs + n * 60_000,
      path,
      setId: 'set-1',
    }));
    expect((await app.post('/api/events', { events }, { cookie })).status).toBe(202);
    const readContinued = async () => {
      const headers = { authorization: `Bearer ${testOperatorToken}` };
      const response = await app.request('/api/reports/funnel?days=2', { headers });
      const { steps } = funnelReportSchema.parse(await response.json());
      return Object.fromEntries(steps.map(({ path, continued }) => [path, continued]));
    };
    const expected = { '/step-9': 1, '/step-10': 1, '/final': 1, '/checkout': 0 };
    expect(await readContinued()).toEqual(expected);
    advance(hourMs);
    await countPeriods(app.context);
    expect(await readContinued()).toEqual(expected);
    await app.close();
  });
});
