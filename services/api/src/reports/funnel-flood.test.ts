import { funnelReportSchema } from '@funnel/contracts/reports';

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
import { countNextPeriod } from './report-facts.ts';

jest.setTimeout(120_000);

describeOnEachEngine('the funnel report, while somebody names many steps', (open) => {
  let app: TestApp;
  const { clock } = createTestClock();
  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock });
    await promote(clientOf(app), await publishProduct(app));
    await countNextPeriod(app.context);
  });
  afterAll(() => app.close());

  it('lists the 100 most frequent of them, and counts the rest as other', async () => {
    const visit = (pages: readonly string[]) => createVisit({ setId: 'set-1', at: clock() - 1000, pages });
    const flood = Array.from({ length: 80 }, (_, n) =>
      visit(Array.from({ length: 250 }, (__, page) => `/${n}-${page}`)),
    );
    await insertVisits(app.context.database.db, [...flood, visit(['/old']), visit(['/old'])]);
    const response = await app.request('/api/reports/funnel', {
      headers: { authorization: `Bearer ${testOperatorToken}` },
    });
    const text = await response.text();
    const { visitors, steps } = funnelReportSchema.parse(JSON.parse(text));
    expect(visitors).toBe(82);
    expect(steps).toHaveLength(101);
    expect(steps[0]).toMatchObject({ path: '/old', visitors: 2 });
    expect(steps.at(-1)).toMatchObject({ path: 'other', visitors: 20_000 - 99 });
  });
});
