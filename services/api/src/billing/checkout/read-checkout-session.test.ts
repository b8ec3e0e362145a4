import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { beginVisit, startPaidFunnel, type PaidFunnel } from '../paid-funnel.testkit.ts';
import { maskEmail } from './mask-email.ts';

describeOnEachEngine('reading a checkout session', (open) => {
  let funnel: PaidFunnel;
  beforeAll(async () => {
    funnel = await startPaidFunnel(await open());
  });
  afterAll(() => funnel.close());

  it('tells the visit that pays everything, and another one no address', async () => {
    const visit = await beginVisit(funnel.app, 'EUR');
    const other = await beginVisit(funnel.app);
    const { sessionId } = await visit.open();
    const known = {
      status: 'open',
      plan: { planId: 'plan2', name: '4-WEEK PLAN' },
      amountMinor: 1999,
      currency: 'EUR',
    };
    expect(await visit.read(sessionId)).toEqual({ ...known, email: 'vera@example.com' });
    expect(await other.read(sessionId)).toEqual({ ...known, email: 'v•••@example.com' });
    const stranger = await funnel.app.request(`/api/checkout-sessions/${sessionId}`);
    expect(await stranger.json()).toEqual({ ...known, email: 'v•••@example.com' });
    expect(stranger.headers.getSetCookie()).toEqual([]);
  });

  it('asks the provider while the session is not settled, and not after', async () => {
    const visit = await beginVisit(funnel.app);
    const { sessionId } = await visit.open();
    funnel.api.complete(sessionId);
    expect((await visit.read(sessionId)).status).toBe('paid');
    const calls = funnel.api.calls.length;
    expect((await visit.read(sessionId)).status).toBe('paid');
    expect(funnel.api.calls).toHaveLength(calls);
  });

  it('never calls a session open that may have been paid while the provider is out of reach', async () => {
    const visit = await beginVisit(funnel.app);
    const { sessionId } = await visit.open();
    const path = `/api/checkout-sessions/${sessionId}`;
    funnel.api.faults.isDown = true;
    const answer = await funnel.app.request(path, { headers: { cookie: visit.cookie } });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
    funnel.api.faults.isDown = false;
    expect((await visit.read(sessionId)).status).toBe('open');
  });

  it('answers processing from what is known while the provider is out of reach', async () => {
    const visit = await beginVisit(funnel.app);
    const { sessionId } = await visit.open();
    funnel.api.complete(sessionId, 'unpaid');
    expect((await visit.read(sessionId)).status).toBe('processing');
    funnel.api.faults.isDown = true;
    expect((await visit.read(sessionId)).status).toBe('processing');
    funnel.api.faults.isDown = false;
  });

  it.each(['cs_test_unknown', 'no%20id', '%00', 'x'.repeat(3000)])('does not find %s', async (id) => {
    const response = await funnel.app.request(`/api/checkout-sessions/${id}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not-found' });
  });
});

it('masks an address', () => {
  expect(maskEmail('vera@example.com')).toBe('v•••@example.com');
  expect(maskEmail('@')).toBe('•••');
});
