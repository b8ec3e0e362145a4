import { sql } from 'kysely';

import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { createVisit, insertVisits } from '../reports/analytics.testkit.ts';
import { audit, promote, rollback, updateCanary } from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from './release.testkit.ts';

describeOnEachEngine('the report of an ended canary', (open) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  let stable = '';
  let startedAt = 0;

  const client = () => clientOf(app);
  const newest = async () => (await audit(client())).deployments[0];

  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock });
    const live = await promote(client(), await publishProduct(app));
    stable = live.set?.id ?? '';
    for (const version of ['1.1.0', '1.2.0']) await publishTest(app, testQuiz(version));
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    const { db } = app.context.database;
    await db.deleteFrom('events').execute();
    await db.deleteFrom('leads').execute();
    advance(3_600_000);
    startedAt = clock();
    const { canary } = await promote(client(), ['mfe-quiz@1.1.0'], { canary: 25 });
    advance(1);
    const visits = (setId: string, count: number, leads: number) =>
      Array.from({ length: count }, (_, n) => createVisit({ setId, at: clock(), leads: n < leads ? 1 : 0 }));
    await insertVisits(db, [...visits(stable, 9, 3), ...visits(canary?.set.id ?? '', 3, 2)]);
    advance(60_000);
  });

  it('stays in the history after its events are deleted', async () => {
    await updateCanary(client(), { action: 'stop', note: 'not better' });
    await app.context.database.db.deleteFrom('events').execute();
    const { deployments } = await audit(client());
    expect(deployments[0]).toMatchObject({
      action: 'stop',
      report: {
        since: startedAt,
        percent: 25,
        stable: { visitors: 9, leads: { count: 3, of: 9 } },
        canary: { visitors: 3, leads: { count: 2, of: 3 }, purchases: { count: 0 } },
        comparison: { advice: 'wait', assignment: { asked: 0.25 } },
      },
    });
    expect(deployments[1]).toMatchObject({ action: 'canary', report: null });
  });

  it('is kept when the canary is promoted, and belongs to that deployment only', async () => {
    await updateCanary(client(), { action: 'finish' });
    expect(await newest()).toMatchObject({ action: 'finish', report: { canary: { visitors: 3 } } });
    await rollback(client(), stable);
    expect(await newest()).toMatchObject({ action: 'rollback', report: null });
  });

  it('is kept when a rollback of the stable set ends the canary', async () => {
    await updateCanary(client(), { action: 'finish' });
    const { canary } = await promote(client(), ['mfe-quiz@1.2.0'], { canary: 30 });
    advance(1);
    const visit = createVisit({ setId: canary?.set.id ?? '', at: clock(), leads: 1 });
    await insertVisits(app.context.database.db, [visit]);
    await rollback(client(), stable);
    expect(await newest()).toMatchObject({
      action: 'rollback',
      report: { percent: 30, canary: { visitors: 1, leads: { count: 1, of: 1 } } },
    });
  });

  it('is made at the end of the canary, and not when more visitors get it', async () => {
    await updateCanary(client(), { action: 'widen', percent: 40 });
    expect(await newest()).toMatchObject({ action: 'widen', report: null });
    await updateCanary(client(), { action: 'stop' });
    expect(await newest()).toMatchObject({
      action: 'stop',
      report: { since: startedAt, percent: 40, canary: { visitors: 3 } },
    });
  });

  it('does not keep a canary from being stopped if it cannot be made', async () => {
    const { db } = app.context.database;
    await sql`alter table leads rename to unreadable_leads`.execute(db);
    await updateCanary(client(), { action: 'stop' });
    await sql`alter table unreadable_leads rename to leads`.execute(db);
    expect(await newest()).toMatchObject({ action: 'stop', report: null });
  });
});
