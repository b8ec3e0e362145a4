import { localEmailsSchema } from '@funnel/contracts/local-emails';

import { startPaidFunnel, startVisit, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { deliverAllDue } from '../deliveries/deliver-all-due.testkit.ts';
import { createDestinations } from '../destinations.ts';
import { aLead } from '../leads/a-lead.testkit.ts';
import type { Database } from '../platform/database.ts';
import { describeOnEachEngine, testOperatorToken } from '../platform/service.testkit.ts';

const mailServer = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  EMAIL_POSTAL_ADDRESS: 'Example Inc., 1 Main Street, Cheyenne, WY 82001, USA',
};
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://quiz.example.com',
  SECRET_KEY: 'a-secret-key-for-tests-of-32-characters',
};

describeOnEachEngine('the local mailbox', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(() => database.db.deleteFrom('outbox').execute());
  afterEach(() => funnel.close());

  const deliver = () => deliverAllDue(funnel.app);
  const headers = { authorization: `Bearer ${testOperatorToken}` };
  const show = (id: string) =>
    funnel.app.request(`/api/deliveries/emails/${encodeURIComponent(id)}`, { headers });
  const emails = async () => {
    const response = await funnel.app.request('/api/deliveries/emails', { headers });
    expect(response.status).toBe(200);
    return localEmailsSchema.parse(await response.json()).emails;
  };

  it('shows operators in development what would be sent, newest first', async () => {
    funnel = await startPaidFunnel(database, { NODE_ENV: 'development' });
    expect(await emails()).toEqual([]);
    const visit = await startVisit(funnel.app, 'EUR');
    await funnel.app.post('/api/leads', aLead({ email: 'vera@example.com' }), { cookie: visit.cookie });
    expect(await emails()).toEqual([]);
    await deliver();
    funnel.advance(60_000);
    const { sessionId } = await visit.open();
    funnel.api.complete(sessionId);
    await funnel.send('checkout.session.completed', sessionId, { id: 'evt_1' });
    await funnel.processEvents();
    await deliver();
    const listed = await emails();
    expect(listed?.map(({ to, subject, createdAt }) => [to, subject, createdAt])).toEqual([
      ['vera@example.com', 'Payment Successful!', Date.UTC(2026, 0, 15, 12, 1)],
      ['vera@example.com', 'Your personalized trading plan', Date.UTC(2026, 0, 15, 12, 0)],
    ]);
    for (const body of [listed?.[0]?.text, listed?.[0]?.html]) expect(body).toContain('Paid today: €19.99');
    expect(listed?.[1]?.html).toContain('<p>Your goal: Buy a house</p>');
    expect(listed?.[1]?.text).toContain(`${funnel.app.origin}/api/unsubscribe?lang=en&token=`);

    const shown = await show(listed?.[1]?.id ?? '');
    expect(await shown.text()).toContain('<p>Your goal: Buy a house</p>');
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
    });
    expect((await show('unknown')).status).toBe(404);
  });

  it('shows the newest 50 emails', async () => {
    funnel = await startPaidFunnel(database, { NODE_ENV: 'development' });
    await funnel.app.post('/api/leads', aLead());
    await deliver();
    const row = await database.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
    const later = Array.from({ length: 50 }, (_, minute) => ({
      ...row,
      id: `email-${minute}`,
      created_at: row.created_at + (minute + 1) * 60_000,
    }));
    await database.db.insertInto('outbox').values(later).execute();
    const listed = await emails();
    expect(listed).toHaveLength(50);
    expect([listed?.[0]?.id, listed?.[49]?.id]).toEqual(['email-49', 'email-0']);
  });

  it.each([
    ['that another destination has delivered', { destination: 'smtp', state: 'delivered' }],
    ['that was not delivered', { state: 'dead' }],
  ] as const)('neither lists nor shows an email %s', async (_, row) => {
    funnel = await startPaidFunnel(database, { NODE_ENV: 'development' });
    await funnel.app.post('/api/leads', aLead());
    await deliver();
    const [listed] = (await emails()) ?? [];
    expect((await show(listed?.id ?? '')).status).toBe(200);
    await database.db.updateTable('outbox').set(row).execute();
    expect(await emails()).toEqual([]);
    expect((await show(listed?.id ?? '')).status).toBe(404);
  });

  it.each([
    ['in production', production],
    ['in tests', { NODE_ENV: 'test' }],
  ])('keeps nothing and shows nothing %s', async (_, environment) => {
    funnel = await startPaidFunnel(database, environment);
    expect((await funnel.app.post('/api/leads', aLead())).status).toBe(202);
    expect(await database.db.selectFrom('outbox').select('id').execute()).toEqual([]);
    expect(createDestinations(funnel.app.context)).toEqual([]);
    expect(await emails()).toBeNull();
  });

  it.each([
    ['production', { ...production, ...mailServer }],
    ['development', { NODE_ENV: 'development', ...mailServer }],
  ])('shows nothing in %s with a mail server', async (_, environment) => {
    funnel = await startPaidFunnel(database, environment);
    expect((await funnel.app.post('/api/leads', aLead())).status).toBe(202);
    expect(createDestinations(funnel.app.context).map(({ name }) => name)).toEqual(['smtp']);
    await database.db.updateTable('outbox').set({ state: 'delivered' }).execute();
    expect(await emails()).toBeNull();
    const { id } = await database.db.selectFrom('outbox').select('id').executeTakeFirstOrThrow();
    expect((await show(id)).status).toBe(404);
    // An email from the time before there was a mail server.
    await database.db.updateTable('outbox').set({ destination: 'local-mailbox' }).execute();
    expect(await emails()).toBeNull();
    expect((await show(id)).status).toBe(404);
  });
});
