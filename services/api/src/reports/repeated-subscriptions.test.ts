import { startVisit, startPaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { describeOnEachEngine, previewCookieHeader, testOperatorToken } from '../platform/service.testkit.ts';

describeOnEachEngine('a second subscription of one email', (open) => {
  it('is reported to operators while both bill, and to no visitor', async () => {
    const funnel = await startPaidFunnel(await open());
    const report = async () => {
      const headers = { authorization: `Bearer ${testOperatorToken}` };
      return (await funnel.app.request('/api/reports/repeated-subscriptions', { headers })).json();
    };
    const buy = async (email: string) => {
      const visit = await startVisit(funnel.app);
      const opened = await visit.open({ email });
      const subscriptionId = funnel.api.complete(opened.sessionId);
      const paid = await visit.read(opened.sessionId);
      return { opened, paid, subscriptionId };
    };

    const first = await buy('vera@example.com');
    await buy('otto@example.com');
    expect(await report()).toEqual([]);
    funnel.advance(1);
    const second = await buy('Vera@example.com');
    expect(Object.keys(second.opened)).toEqual(Object.keys(first.opened));
    expect(second.paid).toEqual({
      ...first.paid,
      email: 'Vera@example.com',
      activationToken: expect.any(String),
    });

    const customerOf = ({ opened }: typeof first) => opened.sessionId.replace('cs_test', 'cus');
    const flagged = { email: 'vera@example.com', status: 'active' };
    expect(await report()).toEqual([
      {
        ...flagged,
        customerId: customerOf(first),
        subscriptionId: first.subscriptionId,
        paidAt: funnel.clock() - 1,
      },
      {
        ...flagged,
        customerId: customerOf(second),
        subscriptionId: second.subscriptionId,
        paidAt: funnel.clock(),
      },
    ]);
    expect((await funnel.app.request('/api/reports/repeated-subscriptions')).status).toBe(401);

    Object.assign(funnel.api.subscriptions.get(first.subscriptionId) ?? {}, { status: 'canceled' });
    funnel.advance(1);
    await funnel.send('customer.subscription.deleted', first.subscriptionId);
    await funnel.processEvents();
    expect(await report()).toEqual([]);
    await funnel.close();
  });

  it('is found in any case of letters beyond a to z, by operators and by the app', async () => {
    const funnel = await startPaidFunnel(await open());
    const buy = async (email: string) => {
      const visit = await startVisit(funnel.app);
      const { sessionId } = await visit.open({ email });
      funnel.api.complete(sessionId);
      const { activationToken: token } = await visit.read(sessionId);
      return (await funnel.app.post('/api/activation', { token })).json();
    };
    const counts: unknown[] = [];
    for (const email of ['JÖRG@example.com', 'jxrg@example.com', 'JÖRG@example.com', 'jörg@example.com'])
      counts.push((await buy(email)).otherCustomers);
    expect(counts).toEqual([0, 0, 1, 2]);
    const headers = { authorization: `Bearer ${testOperatorToken}` };
    const rows = await (await funnel.app.request('/api/reports/repeated-subscriptions', { headers })).json();
    expect(rows.map(({ email }: { email: string }) => email)).toEqual(Array(3).fill('jörg@example.com'));
    await funnel.close();
  });

  it('is reported of a buyer in a preview, who pays too, and not of the smoke test of a set', async () => {
    const funnel = await startPaidFunnel(await open());
    const preview = previewCookieHeader(funnel.app);
    const emails = ['certification-aaaaaaaaaaaa@example.com', 'paul@example.com'];
    for (const email of emails) {
      for (let time = 0; time < 2; time++) {
        const visit = await startVisit(funnel.app);
        const response = await visit.post({ email }, { cookie: `${visit.cookie}; ${preview}` });
        const { sessionId } = await response.json();
        funnel.api.complete(sessionId);
        expect(await visit.read(sessionId)).toMatchObject({ status: 'paid' });
      }
    }
    const headers = { authorization: `Bearer ${testOperatorToken}` };
    const rows = await (await funnel.app.request('/api/reports/repeated-subscriptions', { headers })).json();
    const listed = rows.map(({ email }: { email: string }) => email);
    expect(listed.filter((email: string) => emails.includes(email))).toEqual([
      'paul@example.com',
      'paul@example.com',
    ]);
    await funnel.close();
  });

  it('is reported after the one that was paid earlier', async () => {
    const funnel = await startPaidFunnel(await open());
    const { db } = funnel.app.context.database;
    const email = 'nina@example.com';
    for (const paidAt of [2000, 1000]) {
      const visit = await startVisit(funnel.app);
      const { sessionId } = await visit.open({ email });
      funnel.api.complete(sessionId);
      await visit.read(sessionId);
      await db
        .updateTable('checkout_sessions')
        .set({ paid_at: paidAt })
        .where('id', '=', sessionId)
        .execute();
    }
    const headers = { authorization: `Bearer ${testOperatorToken}` };
    const rows = await (await funnel.app.request('/api/reports/repeated-subscriptions', { headers })).json();
    const ofNina = rows.filter((row: { email: string }) => row.email === email);
    expect(ofNina.map(({ paidAt }: { paidAt: number }) => paidAt)).toEqual([1000, 2000]);
    await funnel.close();
  });
});
