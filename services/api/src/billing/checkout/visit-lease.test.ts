import { describeOnEachEngine, startTestApp } from '../../platform/service.testkit.ts';
import { withVisitLease } from './visit-lease.ts';

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
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(36);
    expect(refused[0]).toMatchObject({ reason: { code: 'too-many-requests' } });
    expect(order).toHaveLength(26);
    expect(order.slice(0, 2)).toEqual([100, 0]);
    await take(200);
    await close();
  });
});
