import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';

import { eventBatchSize } from '@funnel/contracts/events';
import { createLog } from '@funnel/service-kit/log';

import { enqueue } from '../../deliveries/outbox-repository.ts';
import { aLead } from '../../leads/a-lead.testkit.ts';
import { createCookieJar } from '../cookie-jar.testkit.ts';
import { describeOnEachEngine, startTestApp, type TestApp, testOperatorToken } from '../service.testkit.ts';

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const manyKeys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`;

const asOperator = { headers: { authorization: `Bearer ${testOperatorToken}` } };

describeOnEachEngine('the service over HTTP', (open) => {
  let app: TestApp;
  const send = (body: string, type = 'application/json') =>
    app.request('/api/leads', { method: 'POST', headers: { 'content-type': type }, body });
  const codeOf = async (response: Response) => {
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const body = await response.json();
    expect(body).toMatchObject({ status: response.status, type: `urn:problem:${body.code}` });
    return body.code;
  };
  const currencyFor = async (path: string, headers: Record<string, string> = {}) => {
    const response = await app.request(path, { headers });
    return (await response.json()).currency;
  };

  beforeAll(async () => {
    app = await startTestApp({ database: await open() });
  });
  afterAll(() => app.close());

  it.each([
    ['text/plain', '{}', 'text/plain', 415, 'unsupported-media-type'],
    ['a form', 'a=1', 'application/x-www-form-urlencoded', 415, 'unsupported-media-type'],
    ['broken JSON', '{"email":', 'application/json', 400, 'malformed-json'],
    ['an empty body', '', 'application/json', 400, 'malformed-json'],
    ['an array', '[]', 'application/json', 422, 'invalid-request'],
    ['null', 'null', 'application/json', 422, 'invalid-request'],
    ['7 levels', nested(7), 'application/json', 422, 'invalid-request'],
    ['10,000 levels', nested(5000), 'application/json', 422, 'invalid-request'],
    ['101 keys', manyKeys(101), 'application/json', 422, 'invalid-request'],
    ['32 KB and one byte', `"${'a'.repeat(32 * 1024 - 1)}"`, 'application/json', 413, 'too-large'],
    ['a __proto__ key', '{"__proto__":{"email":"a@b.c"}}', 'application/json', 422, 'invalid-request'],
  ])('rejects %s', async (_, body, type, status, code) => {
    const response = await send(body, type);
    expect(response.status).toBe(status);
    expect(await codeOf(response)).toBe(code);
  });

  it('reports excessive nesting and keys before it parses, and missing fields after', async () => {
    expect(await (await send(nested(7))).json()).toMatchObject({
      detail: 'The body may nest 6 levels at most',
    });
    expect(await (await send(manyKeys(101))).json()).toMatchObject({
      detail: 'The body may have 100 keys at most',
    });
    const { errors } = await (await send('{}')).json();
    expect(errors).toContainEqual({ path: 'leadId', message: expect.any(String) });
  });

  it('ignores brackets and colons inside strings', async () => {
    const { errors } = await (await send(JSON.stringify({ a: '{[:'.repeat(200), 'b\\"{': '\\' }))).json();
    expect(errors).toContainEqual({ path: 'leadId', message: expect.any(String) });
  });

  it('closes the connection after a body that is too large', async () => {
    const response = await send('a'.repeat(200_000));
    expect(response.status).toBe(413);
    expect(response.headers.get('connection')).toBe('close');
  });

  it('rejects a chunked body without a length once it is too large', async () => {
    const socket = connect(Number(new URL(app.origin).port), '127.0.0.1');
    socket.write(
      'POST /api/leads HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    const chunk = `${(50_000).toString(16)}\r\n${'a'.repeat(50_000)}\r\n`;
    for (let at = 0; at < 30; at++) socket.write(chunk);
    let response = '';
    for await (const data of socket) response += data;
    expect(response).toMatch(/^HTTP\/1.1 413 /);
  });

  it('writes no warning about clients that end a request early', async () => {
    const [debug, warn] = [jest.spyOn(app.context.log, 'debug'), jest.spyOn(app.context.log, 'warn')];
    const socket = connect(Number(new URL(app.origin).port), '127.0.0.1');
    socket.end(
      'POST /api/leads HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{',
    );
    socket.resume();
    await once(socket, 'close');
    const err = expect.objectContaining({ code: 'HPE_INVALID_EOF_STATE' });
    expect(debug).toHaveBeenCalledWith({ err }, 'response aborted');
    expect(warn).not.toHaveBeenCalled();
  });

  it('writes no warning about clients whose body comes too slowly', async () => {
    const limits = { headersTimeoutMs: 1000, requestTimeoutMs: 1000 };
    const impatient = await startTestApp({ database: app.context.database, limits });
    const { log } = impatient.context;
    const [debug, warn] = [jest.spyOn(log, 'debug'), jest.spyOn(log, 'warn')];
    const socket = connect(Number(new URL(impatient.origin).port), '127.0.0.1');
    socket.write(
      'POST /api/leads HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{',
    );
    socket.resume();
    await once(socket, 'close');
    await impatient.close();
    const err = expect.objectContaining({ code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    expect(debug).toHaveBeenCalledWith({ err }, 'response aborted');
    expect(warn).not.toHaveBeenCalled();
  });

  it('returns problems for unknown paths and wrong methods under /api', async () => {
    expect(await codeOf(await app.request('/api/nothing'))).toBe('not-found');
    expect(await codeOf(await app.request('/api'))).toBe('not-found');
    const wrong = await app.request('/api/leads');
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('POST');
    expect(await codeOf(wrong)).toBe('method-not-allowed');
  });

  it.each([
    '/api/deliveries?destination=%00',
    '/api/releases/sets/%00',
    '/assets/1.0.0%00/shell.js',
    '/remotes/mfe-quiz%00/1.0.0/remoteEntry.js',
    '/final?utm_source=%00',
  ])('returns 404 at %s', async (path) => {
    const response = await app.request(path, { headers: { authorization: `Bearer ${testOperatorToken}` } });
    expect([response.status, await codeOf(response)]).toEqual([404, 'not-found']);
  });

  it('reports that it is alive and ready, and is not ready while it drains', async () => {
    expect((await app.request('/healthz')).status).toBe(200);
    expect(await (await app.request('/readyz')).json()).toEqual({ status: 'ready' });
    const draining = {
      state: async () => 'draining' as const,
      isDraining: () => true,
      drain: () => undefined,
    };
    const leaving = await startTestApp({
      database: app.context.database,
      dependencies: { readiness: draining },
    });
    const response = await leaving.request('/readyz');
    expect(response.status).toBe(503);
    expect(response.headers.get('connection')).toBe('close');
    expect((await leaving.request('/healthz')).status).toBe(200);
    await leaving.close();
  });

  it('is not ready during a database outage, and still serves metrics', async () => {
    const closedDatabase = await open();
    const unavailableApp = await startTestApp({ database: closedDatabase });
    await closedDatabase.ping();
    await closedDatabase.close();
    const response = await unavailableApp.request('/readyz');
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ status: 'database-out' });
    expect(await (await unavailableApp.request('/metrics', asOperator)).text()).toMatch(
      /route="\/readyz",status="503"/,
    );
    await unavailableApp.close();
  });

  it('returns 503 for a lead during a database outage', async () => {
    const { db, engine } = app.context.database;
    const away = engine === 'sqlite' ? { errcode: 13 } : { code: '53100' };
    const trigger = jest.spyOn(db, 'transaction').mockImplementation(() => {
      throw Object.assign(new Error('disk full'), away);
    });
    const response = await app.post('/api/leads', aLead());
    trigger.mockRestore();
    expect(response.status).toBe(503);
    expect(await codeOf(response)).toBe('unavailable');
  });

  it('logs a failure with its request, visit and release set', async () => {
    const lines: string[] = [];
    const closedDatabase = await open();
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const unavailableApp = await startTestApp({ database: closedDatabase, log });
    const jar = createCookieJar();
    jar.store(await unavailableApp.request('/api/config'));
    await closedDatabase.ping();
    await closedDatabase.close();
    await unavailableApp.post('/api/leads', aLead(), { cookie: jar.header(), 'x-release-set': 'set-1' });
    const entries = lines.map((line) => JSON.parse(line));
    const failed = entries.find(({ msg }) => msg === 'request failed');
    expect(failed).toMatchObject({
      visitId: jar.visitId(),
      setId: 'set-1',
      code: 'internal',
    });
    expect(entries.at(-1)).toMatchObject({ msg: 'request', requestId: failed.requestId, status: 500 });
    await unavailableApp.close();
  });

  it('counts requests by route, and the waiting and dead deliveries', async () => {
    await app.request('/api/config');
    const { db } = app.context.database;
    for (const state of ['waiting', 'dead', 'delivered'] as const) {
      const delivery = { id: state, destination: 'there', kind: 'lead', payload: '' };
      await enqueue(db, delivery, app.context.clock() - 5000);
      await db.updateTable('outbox').set({ state }).where('id', '=', state).execute();
    }
    const text = await (await app.request('/metrics', asOperator)).text();
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/config",status="200"\} \d/,
    );
    expect(text.match(/^outbox.*/gm)?.sort()).toEqual([
      'outbox_breaker{destination="there",state="open"} 0',
      'outbox_deliveries{destination="there",state="dead"} 1',
      'outbox_deliveries{destination="there",state="waiting"} 1',
      'outbox_oldest_seconds{destination="there",state="waiting"} 5',
      'outbox_stopped{destination="there",state="stopped"} 0',
    ]);
  });

  it('states the memory of the process for operators, as Prometheus reads it', async () => {
    const response = await app.request('/metrics', asOperator);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await response.text();
    // More than the programs of Node alone take.
    expect(Number(/^process_resident_memory_bytes (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(10_000_000);
  });

  it('sets the security headers and disables caching', async () => {
    const { headers } = await app.request('/api/config');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('cross-origin-opener-policy')).toBeNull();
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  it('exposes no secret in the public configuration', async () => {
    const settings = await (await app.request('/api/config')).json();
    expect(Object.keys(settings).sort()).toEqual(
      [
        'checkoutPresentation',
        'claims',
        'consent',
        'currency',
        'links',
        'offerExpiry',
        'plans',
        'stripe',
      ].sort(),
    );
    expect(settings.plans).toContainEqual(
      expect.objectContaining({ planId: 'plan2', originalPriceMinor: 3999 }),
    );
  });

  it.each([
    ['/api/config', 'de-DE,de;q=0.9,en-US;q=0.8', 'EUR'],
    ['/api/config', 'fr', 'EUR'],
    ['/api/config', 'en-US,de;q=0.5', 'USD'],
    ['/api/config', 'fr-CA', 'USD'],
    ['/api/config', '*', 'USD'],
    ['/api/config', 'not a language', 'USD'],
    ['/api/config?currency=usd', 'de-DE', 'USD'],
    ['/api/config?currency=EUR', 'en-US', 'EUR'],
    ['/api/config?currency=GBP', 'de-DE', 'EUR'],
  ])('starts a visit at %s in %s with %s', async (path, language, currency) => {
    expect(await currencyFor(path, { 'accept-language': language })).toBe(currency);
  });

  it('keeps the currency for the visit and ignores a tampered cookie', async () => {
    const first = await app.request('/api/config?currency=EUR');
    const setCookie = first.headers.get('set-cookie') ?? '';
    expect(setCookie).toMatch(/; samesite=lax; httponly$/);
    const [cookie = ''] = setCookie.split(';');
    const again = await app.request('/api/config?currency=USD', { headers: { cookie } });
    expect(await again.json()).toMatchObject({ currency: 'EUR' });
    expect(again.headers.get('set-cookie')).toBeNull();
    const forged = await app.request('/api/config', { headers: { cookie: cookie.replace('EUR', 'USD') } });
    expect(forged.headers.get('set-cookie')).toMatch(/^visit=/);
  });

  it('marks the cookie secure and sends HSTS if PUBLIC_URL is https', async () => {
    const environment = { PUBLIC_URL: 'https://quiz.example.com' };
    const secure = await startTestApp({ database: app.context.database, environment });
    const { headers } = await secure.request('/api/config');
    expect(headers.get('set-cookie')).toMatch(/; secure/);
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=/);
    const own = await secure.post('/api/leads', {}, { origin: 'https://quiz.example.com' });
    expect(own.status).toBe(422);
    // The Host header names whatever the caller asked for, also after DNS rebinding.
    expect((await secure.post('/api/leads', {}, { origin: secure.origin })).status).toBe(403);
    await secure.close();
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://elsewhere.example' }, 403],
    [{ 'sec-fetch-site': 'none', origin: 'null' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'https://elsewhere.example', 'x-forwarded-host': 'elsewhere.example' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 422],
    [{ 'sec-fetch-site': 'none' }, 422],
    // A page without a referrer, whose request is not made for CORS.
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 422],
    [{}, 422],
  ])('responds to a call with %j with %i', async (headers, status) => {
    expect((await app.post('/api/leads', {}, { ...headers })).status).toBe(status);
  });

  it.each(['events', 'consent', 'csp-reports', 'offer', 'create-checkout'])(
    'rejects a call of %s that a page of another site makes',
    async (name) => {
      const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };
      expect((await app.post(`/api/${name}`, {}, headers)).status).toBe(403);
    },
  );

  it('accepts a call from its own pages by the Host header', async () => {
    expect((await app.post('/api/leads', {}, { origin: app.origin })).status).toBe(422);
  });

  it('stores a repeated batch of events once, and rejects a purchase event', async () => {
    const event = { id: randomUUID(), name: 'PageView', at: 1, path: '/', setId: 'set-1' };
    const batch = { events: [event, { ...event, id: randomUUID() }] };
    expect((await app.post('/api/events', batch)).status).toBe(202);
    expect((await app.post('/api/events', batch)).status).toBe(202);
    const rows = await app.context.database.db
      .selectFrom('events')
      .selectAll()
      .where('id', '=', event.id)
      .execute();
    expect(rows).toEqual([
      expect.objectContaining({ name: 'PageView', set_id: null, payload: JSON.stringify(event) }),
    ]);
    expect((await app.post('/api/events', { events: [{ ...event, name: 'Purchase' }] })).status).toBe(422);
    const long = { contentName: 'x'.repeat(200), contentId: 'x'.repeat(200), detail: 'x'.repeat(500) };
    const all = { remote: 'mfe-quiz', version: '1.0.0', valueMinor: 1, currency: 'EUR', measure: 1, ...long };
    const full = Array.from({ length: eventBatchSize }, () => ({ ...event, ...all, id: randomUUID() }));
    expect((await app.post('/api/events', { events: full })).status).toBe(202);
  });
});
