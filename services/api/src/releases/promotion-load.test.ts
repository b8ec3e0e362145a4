import { describeOnEachEngine, startTestApp } from '../platform/service.testkit.ts';
import { runPromotionLoad } from './promotion-load.testkit.ts';
import { clientOf } from './release.testkit.ts';

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
    // Before the first deployment and after each of the ten, at least four more pages are shown.
    expect(counts.pages).toBeGreaterThanOrEqual(44);
    // A journey has three pages. A page has the shell's script, nine files of three remotes, and three preloads among
    // them. After it, the browser asks for its set and reports an event.
    expect(counts).toMatchObject({
      journeys: counts.pages / 3,
      files: counts.pages * 10,
      preloads: counts.pages * 3,
      requests: counts.pages * 13,
    });
  });
});
