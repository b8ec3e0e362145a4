import type { KyselyPlugin } from 'kysely';

import type { AppContext } from '../../platform/app-context.ts';
import { createTestClock, describeOnEachEngine, startTestApp } from '../../platform/service.testkit.ts';
import { withVisitLease } from './visit-lease.ts';

/** Works under the lease of a visit until the test ends it. */
function hold(context: AppContext, visitId: string) {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const done = withVisitLease(context, visitId, async () => {
    begin();
    await ended;
  });
  return {
    begun,
    end: async () => {
      end();
      await done;
    },
  };
}

describeOnEachEngine('the lease of a visit', (open) => {
  it('lets a few requests wait, and rejects further ones at once', async () => {
    const { context, close } = await startTestApp({ database: await open() });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const order: number[] = [];
    const take = (at: number, visitId = 'visit-1') =>
      withVisitLease(context, visitId, async () => {
        begin();
        if (at === 0) await released;
        order.push(at);
      });
    const holder = take(0);
    await begun;
    const others = Array.from({ length: 60 }, (_, at) => take(at + 1));
    const pending = Promise.allSettled(others);
    // Another visit is not blocked.
    await take(100, 'visit-2');
    release();
    await holder;
    const results = await pending;
    const rejected = results.filter(({ status }) => status === 'rejected');
    expect(rejected).toHaveLength(36);
    expect(rejected[0]).toMatchObject({
      reason: { code: 'too-many-requests', message: 'Too many checkouts at once. Try again in a moment.' },
    });
    expect(order).toHaveLength(26);
    expect(order.slice(0, 2)).toEqual([100, 0]);
    await take(200);
    await close();
  });

  it('only one waiting request polls for the lease', async () => {
    const { context, close } = await startTestApp({ database: await open() });
    const holder = hold(context, 'visit-1');
    await holder.begun;
    let asked = 0;
    let answered: () => void = () => undefined;
    const firstAnswer = new Promise<void>((resolve) => (answered = resolve));
    const countStatements: KyselyPlugin = {
      transformQuery({ node }) {
        asked += 1;
        return node;
      },
      async transformResult({ result }) {
        answered();
        return result;
      },
    };
    const database = { ...context.database, db: context.database.db.withPlugin(countStatements) };
    const waiting = Array.from({ length: 10 }, () =>
      withVisitLease({ ...context, database }, 'visit-1', async () => undefined),
    );
    await firstAnswer;
    expect(asked).toBe(1);
    await holder.end();
    await Promise.all(waiting);
    await close();
  });

  it('lasts 20 seconds if its owner does not end it', async () => {
    const { clock, advance } = createTestClock();
    const { context, close } = await startTestApp({ database: await open(), clock });
    const order: string[] = [];
    const stalled = hold(context, 'visit-1');
    await stalled.begun;
    advance(19_999);
    const next = withVisitLease(context, 'visit-1', async () => void order.push('next'));
    for (let at = 0; at < 3; at++)
      await withVisitLease(context, 'visit-2', async () => void order.push('other visit'));
    advance(1);
    await next;
    expect(order).toEqual(['other visit', 'other visit', 'other visit', 'next']);
    await stalled.end();
    await close();
  });

  it('is waited for until it has ended, if its owner has crashed', async () => {
    const { clock, advance } = createTestClock();
    const { context, close } = await startTestApp({ database: await open(), clock });
    const crashed = hold(context, 'visit-1');
    await crashed.begun;
    const order: string[] = [];
    const next = withVisitLease(context, 'visit-1', async () => void order.push('next'));
    const later = performance.now() + 21_000;
    const now = jest.spyOn(performance, 'now').mockReturnValue(later);
    for (let at = 0; at < 3; at++)
      await withVisitLease(context, 'visit-2', async () => void order.push('other visit'));
    advance(20_000);
    const outcome = await next.catch((error: unknown) => error);
    now.mockRestore();
    await crashed.end();
    await close();
    expect(outcome).toBeUndefined();
    expect(order).toEqual(['other visit', 'other visit', 'other visit', 'next']);
  });

  it('is not ended by an earlier owner that lost it', async () => {
    const { clock, advance } = createTestClock();
    const { context, close } = await startTestApp({ database: await open(), clock });
    const order: string[] = [];
    const stalled = hold(context, 'visit-1');
    await stalled.begun;
    advance(20_000);
    const owner = hold(context, 'visit-1');
    await owner.begun;
    await stalled.end();
    const next = withVisitLease(context, 'visit-1', async () => void order.push('next'));
    for (let at = 0; at < 3; at++)
      await withVisitLease(context, 'visit-2', async () => void order.push('other visit'));
    order.push('owner');
    await owner.end();
    await next;
    expect(order).toEqual(['other visit', 'other visit', 'other visit', 'owner', 'next']);
    await close();
  });
});
