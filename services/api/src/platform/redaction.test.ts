import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';

import { createLog } from '@funnel/service-kit/log';

import { describeOnEachEngine, startTestApp, type TestApp } from './service.testkit.ts';

const marks = {
  email: 'Marked+Person@example.com',
  card: '4242424242424242',
  token: 'marked-operator-token-0123456789',
  secret: 'cs_test_marked_secret_abc',
};
const texts = Object.values(marks);
const inEveryForm = texts.flatMap((text) => [
  text,
  encodeURIComponent(text),
  text.replaceAll(/(.{4})(?=.)/g, '$1 '),
]);

describeOnEachEngine('the log', (open) => {
  const lines: string[] = [];
  const written = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) });
  let app: TestApp;
  beforeAll(async () => {
    const log = createLog('trace', written);
    app = await startTestApp({ database: await open(), log });
  });
  afterAll(() => app.close());

  it('tells of every request, and of nobody in it', async () => {
    const { email, card, token, secret } = marks;
    const all = texts.join(' ');
    const query = new URLSearchParams({ email, all, token });
    const headers = {
      authorization: `Bearer ${token}`,
      cookie: `visit=${secret}; consent=${token}; attribution=${encodeURIComponent(all)}`,
      referer: `https://elsewhere.example/?email=${email}`,
      'user-agent': all,
      'x-release-set': all,
      'x-forwarded-for': all,
      'x-request-id': all,
      'stripe-signature': `t=1,v1=${token}`,
    };
    const lead = {
      leadId: randomUUID(),
      email,
      timestamp: '2026-01-15T12:00:00Z',
      step: all,
      specialGoal: all,
      quizAnswers: { Age: all },
      answers_summary: all,
    };
    const bodies = [
      lead,
      { ...lead, [all]: all },
      { ...lead, leadId: all, timestamp: all },
      { planId: 'plan2', email, attemptId: randomUUID() },
      { planId: all, email: all, attemptId: all },
      { token },
      { token: all, [all]: 1 },
      { events: [{ id: randomUUID(), name: 'PageView', at: 1, path: `/${all}`, setId: '', detail: all }] },
      all,
    ];
    const paths = [
      '/api/leads',
      '/api/create-checkout',
      '/api/activation',
      '/api/events',
      '/api/operator/session',
      '/api/webhooks/stripe',
      `/api/${encodeURIComponent(all)}`,
    ];
    for (const path of paths) {
      for (const body of bodies) await app.post(`${path}?${query}`, body, headers);
      await app.request(`${path}?${query}`, {
        method: 'POST',
        body: `{"email":"${email}"`,
        headers: { ...headers, 'content-type': 'application/json' },
      });
    }
    const reads = [
      '/',
      '/final',
      '/checkout',
      `/payment-success`,
      `/${email}`,
      `/${card}`,
      `/remotes/${all}`,
      `/assets/${email}`,
      `/api/checkout-sessions/${secret}`,
      `/api/checkout-sessions/${email}`,
      '/api/config',
      '/api/reports/leads.csv',
      '/metrics',
      '/readyz',
    ];
    for (const path of reads) await app.request(`${encodeURI(path)}?${query}`, { headers });

    expect(lines.length).toBeGreaterThan(paths.length * bodies.length);
    const logged = lines.join('').toLowerCase();
    expect(inEveryForm.filter((text) => logged.includes(text.toLowerCase()))).toEqual([]);
  });

  it('redacts an address, a card number and a token that come with an error', async () => {
    lines.length = 0;
    const cause = Object.assign(new Error(`duplicate (${marks.email})`), { detail: marks.email, row: marks });
    app.context.log.error({ err: new Error(`card ${marks.card}`, { cause }) }, 'failed');
    app.context.log.warn(
      { email: marks.email, lead: { email: marks.email }, token: marks.token, clientSecret: marks.secret },
      'x',
    );
    app.context.log.error(
      { err: new Error(`sk_test_${marks.token} ${encodeURIComponent(marks.email)} ${marks.secret}`) },
      'failed',
    );
    const logged = lines.join('');
    expect(lines).toHaveLength(3);
    expect(inEveryForm.filter((text) => logged.includes(text))).toEqual([]);
  });

  it('keeps to one line of JSON whatever is put into it', () => {
    lines.length = 0;
    const nasty = 'a\nb\r\u001b[31m\u0000\u2028"}\n{"level":60,"msg":"forged"}';
    app.context.log.error({ err: new Error(nasty), path: nasty }, nasty);
    expect(lines).toHaveLength(1);
    const [line = ''] = lines;
    expect(line.trimEnd()).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(line)).toMatchObject({ level: 50, msg: nasty });
  });
});
