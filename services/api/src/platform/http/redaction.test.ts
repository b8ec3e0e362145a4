import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';

import { createLog } from '@funnel/service-kit/log';

import { describeOnEachEngine, startTestApp, type TestApp } from '../service.testkit.ts';

const secrets = {
  email: 'Marked+Person@example.com',
  card: '4242424242424242',
  token: 'marked-operator-token-0123456789',
  secret: 'cs_test_marked_secret_abc',
};
const texts = Object.values(secrets);
const allEncodings = texts.flatMap((text) => [
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

  it('contains every request, and no personal data or credentials', async () => {
    const { email, card, token, secret } = secrets;
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
    expect(allEncodings.filter((text) => logged.includes(text.toLowerCase()))).toEqual([]);
  });

  it('redacts an email, a card number and a token that are part of an error', async () => {
    lines.length = 0;
    const cause = Object.assign(new Error(`duplicate (${secrets.email})`), {
      detail: secrets.email,
      row: secrets,
    });
    app.context.log.error({ err: new Error(`card ${secrets.card}`, { cause }) }, 'failed');
    app.context.log.warn(
      {
        email: secrets.email,
        lead: { email: secrets.email },
        token: secrets.token,
        clientSecret: secrets.secret,
        call: { token: secrets.token, clientSecret: secrets.secret, authorization: secrets.token },
      },
      'x',
    );
    app.context.log.error(
      { err: new Error(`sk_test_${secrets.token} ${encodeURIComponent(secrets.email)} ${secrets.secret}`) },
      'failed',
    );
    const logged = lines.join('');
    expect(lines).toHaveLength(3);
    expect(allEncodings.filter((text) => logged.includes(text))).toEqual([]);
  });

  it('writes one line of JSON for any input', () => {
    lines.length = 0;
    const nasty = 'a\nb\r\u001b[31m\u0000\u2028"}\n{"level":60,"msg":"forged"}';
    app.context.log.error({ err: new Error(nasty), path: nasty }, nasty);
    expect(lines).toHaveLength(1);
    const [line = ''] = lines;
    expect(line.trimEnd()).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(line)).toMatchObject({ level: 50, msg: nasty });
  });
});
