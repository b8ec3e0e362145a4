import { aLead } from '../../leads/a-lead.testkit.ts';
import { describeOnEachEngine, startTestApp } from '../service.testkit.ts';

describeOnEachEngine('a service with more than 100 requests in flight', (open) => {
  it('rejects events and reports of violations, and nothing else', async () => {
    const database = await open();
    let respond = () => {};
    const pinged = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const app = await startTestApp({ database: { ...database, ping: () => pinged } });
    const reportViolation = () =>
      app.request('/api/csp-reports', {
        method: 'POST',
        headers: { 'content-type': 'application/csp-report' },
        body: JSON.stringify({ 'csp-report': { 'effective-directive': 'img-src' } }),
      });
    // An empty batch, which is rejected with 422 once the service reads it.
    const reportEvents = () => app.post('/api/events', { events: [] });
    expect([(await reportEvents()).status, (await reportViolation()).status]).toEqual([422, 204]);

    const waiting = Array.from({ length: 101 }, () => app.request('/readyz'));
    // They may not have arrived yet.
    let events = await reportEvents();
    while (events.status === 422) events = await reportEvents();
    expect([events.status, events.headers.get('retry-after')]).toEqual([503, '10']);
    const violation = await reportViolation();
    expect([violation.status, violation.headers.get('retry-after')]).toEqual([503, '10']);
    expect((await app.post('/api/leads', aLead())).status).toBe(202);

    respond();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(101).fill(200));
    expect((await reportViolation()).status).toBe(204);
    await app.close();
  });
});
