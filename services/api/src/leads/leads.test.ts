import { randomUUID } from 'node:crypto';

import { leaseDeliveries } from '@funnel/service-kit/jobs/outbox-queue';
import { measureProcessorTime } from '@funnel/service-kit/processor-time.testkit';
import { Webhook } from 'standardwebhooks';

import { deliverAllDue } from '../deliveries/deliver-all-due.testkit.ts';
import { createAlias } from '../platform/emails/removed-email.ts';
import {
  previewCookieHeader,
  startAssignedVisit,
  createTestClock,
  describeOnEachEngine,
  startReceiver,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { aLead } from './a-lead.testkit.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

describeOnEachEngine('leads', (open) => {
  const { clock, advance } = createTestClock();
  let statuses: number[];
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let app: TestApp;

  const stored = (leadId: string) =>
    app.context.database.db.selectFrom('leads').selectAll().where('id', '=', leadId).execute();
  const deliveries = (leadId: string) =>
    app.context.database.db.selectFrom('outbox').selectAll().where('id', '=', `lead_${leadId}`).execute();
  const deliver = () => deliverAllDue(app);
  const callsFor = (leadId: string) =>
    receiver.calls.filter((call) => call.headers['webhook-id'] === `lead_${leadId}`);

  beforeAll(async () => {
    statuses = [];
    receiver = await startReceiver(() => ({ status: statuses.shift() ?? 200 }));
    const environment = { LEAD_WEBHOOK_URL: `${receiver.origin}/leads`, LEAD_WEBHOOK_SECRET: secret };
    app = await startTestApp({ database: await open(), clock, environment });
  });
  afterAll(async () => {
    await Promise.all([app.close(), receiver.close()]);
  });

  it('does not store a lead that is submitted in a preview', async () => {
    const lead = aLead();
    const response = await app.post('/api/leads', lead, { cookie: await previewCookieHeader(app) });
    expect([response.status, await stored(lead.leadId), await deliveries(lead.leadId)]).toEqual([
      202,
      [],
      [],
    ]);
  });

  it('stores a lead despite a forged or expired preview cookie', async () => {
    const over = await previewCookieHeader(app);
    advance(3_600_000);
    for (const cookie of ['preview=anything', over]) {
      const lead = aLead();
      await app.post('/api/leads', lead, { cookie });
      expect(await stored(lead.leadId)).toHaveLength(1);
    }
  });

  it('returns 202 and stores the lead with its visit and release set', async () => {
    const lead = aLead({ email: ' ada@example.com ' });
    const { cookie, visitId } = await startAssignedVisit(app, 'set-1');
    const response = await app.post('/api/leads', lead, { cookie, 'x-release-set': 'set-2' });
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ leadId: lead.leadId });
    expect(await stored(lead.leadId)).toEqual([
      expect.objectContaining({
        email: 'ada@example.com',
        visit_id: visitId,
        // The release set that the page reports is ignored.
        set_id: 'set-1',
        received_at: clock(),
      }),
    ]);
  });

  it('returns the same response to a repeat and stores one row and one delivery, also for concurrent requests', async () => {
    const lead = aLead();
    const { cookie } = await startAssignedVisit(app, 'set-1');
    const send = () => app.post('/api/leads', lead, { cookie });
    const responses = await Promise.all([send(), send()]);
    responses.push(await send());
    for (const response of responses) {
      expect(response.status).toBe(202);
      expect(await response.json()).toEqual({ leadId: lead.leadId });
    }
    expect(await stored(lead.leadId)).toHaveLength(1);
    expect(await deliveries(lead.leadId)).toHaveLength(1);
  });

  it('rejects a lead id that another visit used first', async () => {
    const lead = aLead();
    const owner = await startAssignedVisit(app, 'set-1');
    const other = await startAssignedVisit(app, 'set-1');
    expect((await app.post('/api/leads', lead, { cookie: owner.cookie })).status).toBe(202);
    const theirs = { ...lead, email: 'eve@example.com' };
    for (const [body, cookie] of [
      [theirs, other.cookie],
      [lead, other.cookie],
      [{ ...lead, leadId: lead.leadId.toUpperCase() }, other.cookie],
      [lead, ''],
      [lead, owner.cookie.replace(/visit=([^;]{36})/, `visit=${other.visitId}`)],
    ] as const) {
      const response = await app.post('/api/leads', body, { cookie });
      expect([response.status, await response.json()]).toEqual([
        409,
        {
          type: 'urn:problem:lead-id-taken',
          title: 'This lead id is in use; send the lead under a new one',
          status: 409,
          code: 'lead-id-taken',
          detail: 'This lead id is in use; send the lead under a new one',
        },
      ]);
    }
    expect(await stored(lead.leadId)).toMatchObject([{ email: 'ada@example.com', visit_id: owner.visitId }]);
    expect(await deliveries(lead.leadId)).toHaveLength(1);
    expect((await app.post('/api/leads', lead, { cookie: owner.cookie })).status).toBe(202);
  });

  it('rejects a lead id that the visit used for another email, which is stored under a new one', async () => {
    const lead = aLead({ email: 'ada@gmial.com' });
    const corrected = { ...lead, email: 'ada@gmail.com' };
    const { cookie } = await startAssignedVisit(app, 'set-1');
    const send = async (body: object) => (await app.post('/api/leads', body, { cookie })).status;
    expect(await send(lead)).toBe(202);
    expect(await send(corrected)).toBe(409);
    expect(await send({ ...lead, email: 'Ada@Gmial.com' })).toBe(202);
    const leadId = randomUUID();
    expect(await send({ ...corrected, leadId })).toBe(202);
    expect(await stored(lead.leadId)).toMatchObject([{ email: 'ada@gmial.com' }]);
    expect(await stored(leadId)).toMatchObject([{ email: 'ada@gmail.com' }]);
  });

  it('does not store a repeat of a lead whose person was erased meanwhile', async () => {
    const lead = aLead();
    const { cookie } = await startAssignedVisit(app, 'set-1');
    const send = async () => (await app.post('/api/leads', lead, { cookie })).status;
    expect(await send()).toBe(202);
    const erased = { email: createAlias() };
    await app.context.database.db.updateTable('leads').set(erased).where('id', '=', lead.leadId).execute();
    expect(await send()).toBe(202);
    expect(await stored(lead.leadId)).toMatchObject([erased]);
  });

  it('accepts a lead from only one of two visits that send the same id at once', async () => {
    const lead = aLead();
    const visits = await Promise.all([startAssignedVisit(app, 'set-1'), startAssignedVisit(app, 'set-1')]);
    const responses = await Promise.all(visits.map(({ cookie }) => app.post('/api/leads', lead, { cookie })));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([202, 409]);
    const confirmed = visits[statuses.indexOf(202)];
    expect(await stored(lead.leadId)).toMatchObject([{ visit_id: confirmed?.visitId }]);
  });

  it('enqueues no delivery for a repeat after the first delivery was deleted', async () => {
    const lead = aLead();
    const { cookie } = await startAssignedVisit(app, 'set-1');
    await app.post('/api/leads', lead, { cookie });
    await app.context.database.db.deleteFrom('outbox').where('id', '=', `lead_${lead.leadId}`).execute();
    expect((await app.post('/api/leads', lead, { cookie })).status).toBe(202);
    expect(await deliveries(lead.leadId)).toEqual([]);
  });

  it('delivers exactly six members, in order, signed', async () => {
    const lead = aLead({ specialGoal: ' ' });
    await app.post('/api/leads', lead);
    await deliver();
    const [call, ...more] = callsFor(lead.leadId);
    expect(more).toEqual([]);
    expect(call?.path).toBe('/leads');
    expect(call?.headers['content-type']).toBe('application/json');
    expect(call?.body).toBe(
      '{"email":"ada@example.com","timestamp":"2026-01-15T12:00:00.000Z","step":"Email Step (17)",' +
        '"specialGoal":"Not specified","quizAnswers":{"Age":"25-34","Trading Readiness":"Ready"},' +
        '"answers_summary":"Age: 25-34, Trading Readiness: Ready"}',
    );
    const signature = new Webhook(secret).sign(`lead_${lead.leadId}`, new Date(clock()), call?.body ?? '');
    expect(call?.headers['webhook-signature']).toBe(signature);
    expect(call?.headers['webhook-timestamp']).toBe(String(clock() / 1000));
    expect(await deliveries(lead.leadId)).toEqual([
      expect.objectContaining({
        destination: 'lead-webhook',
        kind: 'lead',
        state: 'delivered',
        attempts: 1,
      }),
    ]);
  });

  it('retries under the same id after a failure, and not before it is due', async () => {
    const lead = aLead();
    statuses = [500];
    await app.post('/api/leads', lead);
    await deliver();
    await deliver();
    expect(callsFor(lead.leadId)).toHaveLength(1);
    expect(await deliveries(lead.leadId)).toEqual([
      expect.objectContaining({ state: 'waiting', last_error: 'status 500' }),
    ]);
    advance(5_000);
    await deliver();
    expect(callsFor(lead.leadId)).toHaveLength(2);
    expect(await deliveries(lead.leadId)).toEqual([
      expect.objectContaining({ state: 'delivered', attempts: 2 }),
    ]);
  });

  it('delivers after the lease of a crashed worker has expired', async () => {
    const lead = aLead();
    await app.post('/api/leads', lead);
    const died = { destination: 'lead-webhook', nowMs: clock(), leaseMs: 60_000, limit: 10 };
    expect(await leaseDeliveries(app.context.database, died)).toHaveLength(1);
    await deliver();
    expect(callsFor(lead.leadId)).toHaveLength(0);
    advance(60_000);
    await deliver();
    expect(callsFor(lead.leadId)).toHaveLength(1);
  });

  it('stores a lead without a delivery if no webhook is configured', async () => {
    const plain = await startTestApp({ database: app.context.database, clock });
    const lead = aLead();
    expect((await plain.post('/api/leads', lead)).status).toBe(202);
    await plain.close();
    expect(await stored(lead.leadId)).toHaveLength(1);
    expect(await deliveries(lead.leadId)).toEqual([]);
  });

  it.each([
    ['an empty email', { email: '  ' }],
    ['an invalid email', { email: 'ada at example' }],
    ['an email of 255 characters', { email: `${'a'.repeat(243)}@example.com` }],
    ['an invalid lead id', { leadId: '1' }],
    ['an invalid time', { timestamp: 'yesterday' }],
    ['a time of 41 characters', { timestamp: `2026-01-15T12:00:00.${'0'.repeat(20)}Z` }],
    ['an unknown member', { price: 1 }],
    [
      '41 answers',
      { quizAnswers: Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`q${at}`, 'a'])) },
    ],
    ['an answer that is not a text', { quizAnswers: { Age: 3 } }],
    ['the character U+0000', { specialGoal: 'a\u0000b' }],
  ])('rejects %s with 422 and stores nothing', async (_, change) => {
    const lead = { ...aLead(), ...change };
    const response = await app.post('/api/leads', lead);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: 'invalid-request', status: 422 });
    expect(await stored(lead.leadId)).toEqual([]);
  });

  it('replaces unpaired surrogates, which receivers may not be able to store, in names and texts', async () => {
    const lead = aLead({ specialGoal: 'a\ud800', quizAnswers: { 'Age\udc00': '\ud83d\ude00\ud800' } });
    expect((await app.post('/api/leads', lead)).status).toBe(202);
    expect(await stored(lead.leadId)).toMatchObject([
      { special_goal: 'a\ufffd', quiz_answers: '{"Age\ufffd":"\u{1f600}\ufffd"}' },
    ]);
  });

  it('rejects a request from another site', async () => {
    const response = await app.post('/api/leads', aLead(), { origin: 'https://elsewhere.example' });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'foreign-origin' });
  });

  it('rejects an email of 30,000 characters within 500 ms of processor time', async () => {
    // As long as the limit of the body allows, so that the email is checked.
    const lead = aLead({ email: `a@${'.'.repeat(30_000)}@` });
    const usedMs = measureProcessorTime();
    const response = await app.post('/api/leads', lead);
    expect(usedMs()).toBeLessThan(500);
    expect(response.status).toBe(422);
    expect((await response.json()).errors).toEqual([{ path: 'email', message: expect.any(String) }]);
    expect(await stored(lead.leadId)).toEqual([]);
  });

  it('of one network are limited by its byte budget, without affecting other networks', async () => {
    const environment = { TRUST_PROXY: '1', RATE_LIMIT_PER_NETWORK: '10' };
    const limited = await startTestApp({ database: await open(), environment });
    // Each lead takes about 16 KB with its delivery. The budget is 100 KB.
    const send = (ip: string) =>
      limited.post('/api/leads', aLead({ answers_summary: 'x'.repeat(8000) }), { 'x-forwarded-for': ip });
    const statuses: number[] = [];
    for (let at = 0; at < 8; at++) statuses.push((await send(`198.51.${at}.9`)).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 202, 202, 429]);
    const rejected = await send('198.51.100.9');
    expect([rejected.status, (await rejected.json()).detail]).toEqual([
      429,
      expect.stringMatching(/^Too many leads; try again in \d+ seconds$/),
    ]);
    expect((await send('198.52.0.9')).status).toBe(202);
    await limited.close();
  });

  it.each([
    // A fifth of 600 KB is stored with the ninth lead of 14.7 KB, and a half with the twenty-first.
    { of: 'one IP', stored: 9, sender: () => '198.51.100.7', neighbor: '198.51.100.8' },
    {
      of: 'one /64 of IPv6',
      stored: 9,
      sender: (at: number) => `2001:db8:1:1::${at}`,
      neighbor: '2001:db8:1:2::1',
    },
    { of: 'one /24', stored: 21, sender: (at: number) => `198.51.100.${at}`, neighbor: '198.51.101.1' },
    {
      of: 'one /48 of IPv6',
      stored: 21,
      sender: (at: number) => `2001:db8:1:${at}::1`,
      neighbor: '2001:db8:2::1',
    },
  ])(
    'of $of are rejected before its wide network has used its budget',
    async ({ stored, sender, neighbor }) => {
      const environment = { TRUST_PROXY: '1', RATE_LIMIT_PER_NETWORK: '60', RATE_LIMIT_PER_MINUTE: '1000' };
      const limited = await startTestApp({ database: await open(), environment });
      const send = async (ip: string) => {
        const lead = aLead({ answers_summary: 'x'.repeat(7000) });
        return (await limited.post('/api/leads', lead, { 'x-forwarded-for': ip })).status;
      };
      const statuses: number[] = [];
      for (let at = 1; at <= 30; at++) statuses.push(await send(sender(at)));
      expect(statuses.filter((status) => status === 202)).toHaveLength(stored);
      expect(statuses.filter((status) => status === 429)).toHaveLength(30 - stored);
      expect(await send(neighbor)).toBe(202);
      await limited.close();
    },
  );
});
