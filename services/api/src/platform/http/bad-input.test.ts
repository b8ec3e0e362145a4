import { randomUUID } from 'node:crypto';

import { measureProcessorTime } from '@funnel/service-kit/processor-time.testkit';

import { aLead } from '../../leads/a-lead.testkit.ts';
import { describeOnEachEngine, startTestApp, testOperatorToken, type TestApp } from '../service.testkit.ts';

const deep = (levels: number) => `${'[1,{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;
const wide = (keys: number) => `{${Array.from({ length: keys }, (_, at) => `"k${at}":1`).join()}}`;
const json = 'application/json';

/** The public POST routes with the limits of their bodies. */
const routes = [
  { path: '/api/leads', bytes: 32 * 1024, keys: 100 },
  { path: '/api/create-checkout', bytes: 32 * 1024, keys: 100 },
  { path: '/api/activation', bytes: 32 * 1024, keys: 100 },
  { path: '/api/events', bytes: 64 * 1024, keys: 1000 },
  { path: '/api/operator/session', bytes: 32 * 1024, keys: 100 },
] as const;

/** A body, its content type, and the expected response, which does not depend on the body's meaning. */
const rejections = (bytes: number, keys: number): [string, string | undefined, string, number, string][] => [
  ['a body one byte over the limit', `"${'a'.repeat(bytes - 1)}"`, json, 413, 'too-large'],
  ['a body of a megabyte', `"${'a'.repeat(1_000_000)}"`, json, 413, 'too-large'],
  ['a body with 8 levels', deep(8), json, 422, 'invalid-request'],
  ['10,000 open brackets', '['.repeat(10_000), json, 422, 'invalid-request'],
  ['one key too many', wide(keys + 1), json, 422, 'invalid-request'],
  ['truncated JSON', '{"a":"', json, 400, 'malformed-json'],
  ['invalid UTF-8', '\u00ff', `${json}; latin1`, 400, 'malformed-json'],
  ['the character U+0000', '{"a":"\\u0000"}', json, 422, 'invalid-request'],
  ['a body without a content type', '{}', '', 415, 'unsupported-media-type'],
  ['a form', 'a=1', 'application/x-www-form-urlencoded', 415, 'unsupported-media-type'],
  ['a file', '{}', 'multipart/form-data; boundary=x', 415, 'unsupported-media-type'],
  ['plain text that is JSON', '{}', 'text/plain', 415, 'unsupported-media-type'],
  ['another kind of JSON', '{}', 'application/problem+json', 415, 'unsupported-media-type'],
];

const table = routes.flatMap(({ path, bytes, keys }) =>
  rejections(bytes, keys).map(([name, body, type, status, code]) => ({
    path,
    name,
    body,
    type,
    status,
    code,
  })),
);

describeOnEachEngine('bad input', (open) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: await open() });
  });
  afterAll(() => app.close());

  it.each(table)(
    'rejects $name at $path with status $status',
    async ({ path, body = '', type, status, code }) => {
      const parse = jest.spyOn(JSON, 'parse');
      const response = await app.request(path, {
        method: 'POST',
        headers: { 'content-type': type },
        body: type.endsWith('latin1') ? Buffer.from(body, 'latin1') : body,
      });
      const seen = parse.mock.calls.length;
      parse.mockRestore();
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(await response.json()).toMatchObject({ status, code });
      if (!body.startsWith('{"a":"')) expect(seen).toBe(0);
    },
  );

  it.each([
    ['an email of 100,000 characters', { email: `${'a'.repeat(99_990)}@a.example` }],
    ['an email of 30,000 characters, all of them @', { email: '@'.repeat(30_000) }],
    ['an email of 30,000 dots', { email: `a@${'.'.repeat(30_000)}` }],
    ['an email of 30,000 spaces', { email: ' '.repeat(30_000) }],
    ['a goal of 30,000 characters', { specialGoal: 'a'.repeat(30_000) }],
  ])('rejects %s within 200 ms of processor time', async (_, change) => {
    const lead = aLead(change);
    await app.post('/api/leads', lead);
    const usedMs = measureProcessorTime();
    const response = await app.post('/api/leads', lead);
    expect(usedMs()).toBeLessThan(200);
    expect([413, 422]).toContain(response.status);
  });

  it('takes little processor time for a language of thousands of parts', async () => {
    const language = `en-${Array.from({ length: 2500 }, (_, at) => `${1e4 + at}`).join('-')}`;
    const event = () => ({ id: randomUUID(), name: 'PageView', at: 1, path: '/', setId: '' });
    const used: number[] = [];
    for (let round = 0; round < 5; round++) {
      const body = { events: [event()] };
      const usedMs = measureProcessorTime();
      const response = await app.post('/api/events', body, { 'accept-language': language });
      expect(response.status).toBe(202);
      used.push(usedMs());
    }
    expect(Math.min(...used)).toBeLessThan(25);
  });

  const repeated = ['a parameter that is repeated 3,500 times', `?${'a&'.repeat(3500)}`, '*/*'] as const;
  const quoted = ['a header Accept with 2,500 quotes', '', `a/b;c="${'"",'.repeat(2500)}`] as const;
  it.each([
    ['/api/config', 200, ...repeated],
    ['/api/unsubscribe', 404, ...repeated],
    ['/api/reports/overview', 422, ...repeated],
    ['/step-1/', 308, ...quoted],
  ])('answers %s with %i in little processor time, also with %s', async (path, status, _, query, accept) => {
    const headers = { authorization: `Bearer ${testOperatorToken}`, accept };
    const used: number[] = [];
    // The best of several, because the first ones compile code.
    for (let round = 0; round < 5; round++) {
      const usedMs = measureProcessorTime();
      const response = await app.request(path + query, { headers });
      expect(response.status).toBe(status);
      await response.text();
      used.push(usedMs());
    }
    expect(Math.min(...used)).toBeLessThan(50);
  });
});
