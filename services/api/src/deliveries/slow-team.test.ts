import { listen } from '@funnel/service-kit/http/server';
import Koa from 'koa';

import { describeOnEachEngine, startReceiver, startTestApp } from '../platform/service.testkit.ts';
import { promote, setTeamWebhook } from '../releases/release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testPricing, testQuiz } from '../releases/release.testkit.ts';
import { startDeliveries } from './deliver-due.ts';

/** A promise that the test resolves. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describeOnEachEngine('a team whose receiver hangs', (open) => {
  it('delays no notice of another team, and gets its own once', async () => {
    const [asked, released, first, second] = [gate(), gate(), gate(), gate()];
    let hangingCalls = 0;
    // A request is canceled after twenty seconds.
    let isHanging = true;
    const slow = new Koa();
    slow.use(async (ctx) => {
      hangingCalls += 1;
      ctx.res.once('close', () => (isHanging = false));
      asked.open();
      await released.opened;
      ctx.status = 204;
    });
    const hanging = await listen(slow, 0, '127.0.0.1');
    const fast = await startReceiver(() => {
      (fast.calls.length === 1 ? first : second).open();
      return { status: 204 };
    });
    const app = await startTestApp({ database: await open(), clock: Date.now });
    await publishProduct(app);
    await promote(
      clientOf(app),
      ['shell', 'mfe-quiz', 'mfe-pricing', 'mfe-checkout'].map((name) => `${name}@1.0.0`),
    );
    await publishTest(app, testQuiz('1.1.0'));
    for (const version of ['1.1.0', '1.2.0']) await publishTest(app, testPricing(version));
    await setTeamWebhook(clientOf(app), 'mfe-quiz', hanging.origin);
    await setTeamWebhook(clientOf(app), 'mfe-pricing', fast.origin);

    const worker = startDeliveries(app.context, []);
    await promote(clientOf(app), ['mfe-quiz@1.1.0', 'mfe-pricing@1.1.0']);
    await Promise.all([asked.opened, first.opened]);
    await promote(clientOf(app), ['mfe-pricing@1.2.0']);
    await second.opened;
    expect(isHanging).toBe(true);
    expect(fast.calls.map(({ body }) => Object(JSON.parse(body)).data.version)).toEqual(['1.1.0', '1.2.0']);

    // What is under way ends, and is recorded, before the worker has stopped.
    const stopped = worker.stop();
    released.open();
    await stopped;
    const { db } = app.context.database;
    const rows = await db.selectFrom('outbox').select(['destination', 'state', 'attempts']).execute();
    expect(rows.filter(({ destination }) => destination === 'team-webhook:mfe-quiz')).toEqual([
      { destination: 'team-webhook:mfe-quiz', state: 'delivered', attempts: 1 },
    ]);
    expect(hangingCalls).toBe(1);
    await Promise.all([app.close(), hanging.close(), fast.close()]);
  });
});
