import { randomUUID } from 'node:crypto';

import { ProblemError } from '@funnel/service-kit/problem';
import { measureProcessorTime } from '@funnel/service-kit/processor-time.testkit';

import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { aLead } from './a-lead.testkit.ts';
import { createLeadWriter } from './store-lead.ts';

describeOnEachEngine('the limits of leads', (open) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  beforeAll(async () => {
    const environment = { TRUST_PROXY: '1', RATE_LIMIT_PER_NETWORK: '10' };
    app = await startTestApp({ database: await open(), environment, clock });
  });
  afterAll(() => app.close());

  const stored = (leadId: string) =>
    app.context.database.db
      .selectFrom('leads')
      .select(['email', 'special_goal'])
      .where('id', '=', leadId)
      .execute();
  /** Stores a lead without the checks of the request's schema. */
  const createWriter = () => {
    const write = createLeadWriter(app.context, async () => undefined);
    return (lead: ReturnType<typeof aLead>, visitId = 'a-visit') =>
      write({
        lead,
        visitId,
        setId: null,
        locale: 'en',
        origin: app.origin,
        ip: '203.0.113.7',
        sendsPlanEmail: true,
      });
  };
  const emailOf = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`;

  it('accept an email of 254 characters and reject one of 255, whatever the request’s schema allows', async () => {
    const write = createWriter();
    const [longest, tooLong] = [aLead({ email: emailOf(254) }), aLead({ email: emailOf(255) })];
    await write(longest);
    expect(await stored(longest.leadId)).toMatchObject([{ email: emailOf(254) }]);
    const failure = await write(tooLong).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProblemError);
    expect(failure).toMatchObject({
      code: 'invalid-request',
      message: 'Please enter a valid email address',
      data: { errors: [{ path: 'email', message: 'Please enter a valid email address' }] },
    });
    expect(await stored(tooLong.leadId)).toEqual([]);
  });

  it('accept an email of 254 characters over HTTP and reject one of 255', async () => {
    const [longest, tooLong] = [aLead({ email: emailOf(254) }), aLead({ email: emailOf(255) })];
    expect((await app.post('/api/leads', longest)).status).toBe(202);
    const response = await app.post('/api/leads', tooLong);
    expect(response.status).toBe(422);
    expect((await response.json()).errors).toEqual([{ path: 'email', message: expect.any(String) }]);
  });

  it('reject an email that takes a pattern long before any pattern reads it', async () => {
    const hostile = aLead({ email: `a@${'.'.repeat(60_000)}@` });
    const usedMs = measureProcessorTime();
    await expect(createWriter()(hostile)).rejects.toMatchObject({ code: 'invalid-request' });
    expect(usedMs()).toBeLessThan(1000);
  });

  it('keep the first of two submissions of one lead that arrive together', async () => {
    const write = createWriter();
    const first = aLead({ specialGoal: 'the first' });
    await Promise.all([write(first), write({ ...first, specialGoal: 'the second' })]);
    expect(await stored(first.leadId)).toMatchObject([{ special_goal: 'the first' }]);
  });

  it('are not reached by a flood of events from the same network', async () => {
    const from = { 'x-forwarded-for': '198.51.1.9' };
    const detail = 'x'.repeat(500);
    const batch = () => ({
      events: Array.from({ length: 7 }, () => ({
        id: randomUUID(),
        name: 'ResourceFailed',
        at: 1,
        path: '/',
        setId: '',
        detail,
        contentName: detail.slice(300),
        contentId: detail.slice(300),
      })),
    });
    const statuses: number[] = [];
    for (let at = 0; at < 20; at++)
      statuses.push(
        (await app.post('/api/events', batch(), { 'x-forwarded-for': `198.51.${at + 1}.9` })).status,
      );
    expect([statuses[0], statuses.at(-1)]).toEqual([202, 429]);
    expect((await app.post('/api/leads', aLead(), from)).status).toBe(202);
  });

  it('count the bytes of letters beyond a to z, of which each takes up to three', async () => {
    const send = (letter: string, address: string) =>
      app.post('/api/leads', aLead({ answers_summary: letter.repeat(8000) }), { 'x-forwarded-for': address });
    // An IP may store 20,000 bytes.
    for (const [letter, expected] of [
      ['x', 202],
      ['字', 429],
    ] as const) {
      const address = `192.0.${letter === 'x' ? 1 : 2}.9`;
      expect((await send(letter, address)).status).toBe(202);
      expect((await send(letter, address)).status).toBe(expected);
    }
  });

  it('name the seconds until the network may send a lead again', async () => {
    const lead = () => aLead({ answers_summary: 'x'.repeat(8000) });
    const send = (at: number) => app.post('/api/leads', lead(), { 'x-forwarded-for': `203.0.${at}.9` });
    for (let at = 0; at < 7; at++) expect((await send(at)).status).toBe(202);
    const rejected = await send(7);
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '600']);
    expect((await rejected.json()).detail).toBe('Too many leads; try again in 600 seconds');
  });

  it('are not used up by leads that are rejected', async () => {
    const from = { 'x-forwarded-for': '185.0.2.9' };
    const send = (email: string) =>
      app.post('/api/leads', aLead({ email, answers_summary: 'x'.repeat(8000) }), from);
    // Each takes 16,000 of the 20,000 bytes that an IP may store.
    for (let attempt = 0; attempt < 3; attempt++) expect((await send('no email')).status).toBe(422);
    expect((await send('vera@example.com')).status).toBe(202);
  });

  it('end ten minutes after the first lead of an IP, however steadily its leads arrive', async () => {
    const from = { 'x-forwarded-for': '185.0.1.9' };
    const send = () => app.post('/api/leads', aLead({ answers_summary: 'x'.repeat(3000) }), from);
    // Three of these leads take almost the 20,000 bytes that an IP may store in ten minutes.
    for (let minutes = 0; minutes < 30; minutes += 4) {
      expect((await send()).status).toBe(202);
      advance(4 * 60_000);
    }
  });
});
