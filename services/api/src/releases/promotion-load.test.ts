import { describeOnEachEngine, startTestApp } from '../platform/service.testkit.ts';
import { runPromotionLoad } from './promotion-load.testkit.ts';
import { clientOf } from './release.testkit.ts';

jest.setTimeout(60_000);

describeOnEachEngine('ten deployments under parallel visits', (open) => {
  it('fail no request and mix no sets', async () => {
    const database = await open();
    const app = await startTestApp({ database });
    // SQLite supports only one process.
    const apps = database.engine === 'sqlite' ? [app] : [app, await startTestApp({ database: await open() })];
    const { faults, ...counts } = await runPromotionLoad({
      replicas: apps.map((one) => ({ visitorsUrl: one.origin, client: clientOf(one) })),
      promotions: 5,
      visitors: 4,
    });
    await Promise.all(apps.map(({ close }) => close()));
    expect(faults).toEqual([]);
    expect(counts).toMatchObject({ deployments: 10, failed: 0, mixed: 0, sets: 6 });
    expect(counts.pages).toBeGreaterThan(20);
  });
});
