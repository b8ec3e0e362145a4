import { randomUUID } from 'node:crypto';

import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { startPaidFunnel, startVisit } from '../paid-funnel.testkit.ts';

describeOnEachEngine('checkouts that wait for the provider', (open) => {
  it('do not stop the collection of events, even if more wait than requests may be in flight', async () => {
    const funnel = await startPaidFunnel(await open());
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    funnel.api.hooks.beforeResponding = async (call) => {
      if (call === 'POST /v1/checkout/sessions') await answered;
    };
    const pending: Promise<number>[] = [];
    for (let at = 0; at < 5; at++) {
      const visit = await startVisit(funnel.app);
      // Each visit lets 25 wait and rejects the next one, so all others have arrived by then.
      const statuses = Array.from({ length: 26 }, async () => (await visit.post({})).status);
      pending.push(...statuses);
      expect(await Promise.race(statuses)).toBe(429);
    }
    const { cookie } = await startVisit(funnel.app);
    const event = {
      id: randomUUID(),
      name: 'PageView',
      path: '/',
      at: funnel.app.context.clock(),
      setId: 'set-1',
    };
    expect((await funnel.app.post('/api/events', { events: [event] }, { cookie })).status).toBe(202);
    answer();
    await Promise.all(pending);
    await funnel.close();
  });
});
