import * as z from 'zod/mini';

import { createApiClient, parseFailure, type Fetch } from './api-client.ts';

const problem = (code: string, status: number, more: object = {}) => ({
  type: `urn:problem:${code}`,
  title: 'A title',
  status,
  code,
  ...more,
});

describe('parseFailure', () => {
  it('returns every reason of a rejected request', () => {
    const reasons = ['/final would have no owner.', 'mfe-quiz asks for React ^18.0.0.'];
    expect(parseFailure(409, problem('promotion-refused', 409, { detail: 'both', reasons }))).toEqual({
      kind: 'rejected',
      code: 'promotion-refused',
      reasons,
      files: [],
    });
  });

  it('falls back to the detail, then to the title', () => {
    expect(parseFailure(403, problem('forbidden', 403, { detail: 'A detail' })).reasons).toEqual([
      'A detail',
    ]);
    expect(parseFailure(403, problem('forbidden', 403)).reasons).toEqual(['A title']);
  });

  it('names the invalid fields', () => {
    const errors = [{ path: 'percent', message: 'Too big' }, 'not an error'];
    expect(parseFailure(422, problem('invalid-request', 422, { errors })).reasons).toEqual([
      'A title',
      'percent: Too big',
    ]);
  });

  it('returns the hashes of missing files', () => {
    expect(parseFailure(409, problem('files-missing', 409, { files: ['sha384-a'] })).files).toEqual([
      'sha384-a',
    ]);
  });

  it.each([
    [401, problem('unauthorized', 401), 'signed-out', 'unauthorized'],
    [403, problem('forbidden', 403), 'rejected', 'forbidden'],
    [503, problem('unavailable', 503), 'unavailable', 'unavailable'],
    [502, '<html>a proxy</html>', 'unavailable', 'unknown-response'],
    [502, problem('payment-provider-failed', 502), 'unavailable', 'payment-provider-failed'],
    [504, problem('timeout', 504), 'unavailable', 'timeout'],
    [500, problem('internal', 500), 'rejected', 'internal'],
  ])('classifies %i', (status, body, kind, code) => {
    expect(parseFailure(status, body)).toMatchObject({ kind, code });
  });
});

describe('createApiClient', () => {
  const endpoint = { method: 'POST', path: '/api/things/:id' } as const;
  const responding = (status: number, body: string) => {
    const requests: unknown[] = [];
    const fetch: Fetch = async (url, init) => {
      requests.push([url, init]);
      return { ok: status < 300, status, text: async () => body };
    };
    return { requests, call: createApiClient({ fetch, origin: 'http://host', headers: { who: 'me' } }) };
  };

  it('sends JSON to the filled-in path and parses the response', async () => {
    const { requests, call } = responding(200, '{"count":1}');
    const schema = z.object({ count: z.number() });
    const request = { parameters: { id: 'a/b' }, query: { to: 'x y', none: null }, json: { a: 1 } };
    expect(await call(endpoint, schema, request)).toEqual({ data: { count: 1 } });
    expect(requests).toEqual([
      [
        'http://host/api/things/a%2Fb?to=x%20y',
        { method: 'POST', headers: { who: 'me', 'content-type': 'application/json' }, body: '{"a":1}' },
      ],
    ]);
  });

  it('sends a request to the origin of the page, without a body, a query or headers if none are given', async () => {
    const requests: unknown[] = [];
    const call = createApiClient({
      fetch: async (...request) => {
        requests.push(request);
        return { ok: true, status: 200, text: async () => '' };
      },
    });
    await call(endpoint, z.null(), { parameters: { id: '1' }, query: { to: null, from: undefined } });
    expect(requests).toEqual([['/api/things/1', { method: 'POST', headers: {} }]]);
  });

  it('joins query parameters, and sends a file as it is with its type', async () => {
    const { requests, call } = responding(200, '');
    const bytes = new Uint8Array([1, 2, 3]);
    await call(endpoint, z.null(), {
      parameters: { id: '1' },
      query: { to: 'a', from: 'b' },
      file: { bytes, type: 'text/css' },
    });
    expect(requests).toEqual([
      [
        'http://host/api/things/1?to=a&from=b',
        { method: 'POST', headers: { who: 'me', 'content-type': 'text/css' }, body: bytes },
      ],
    ]);
  });

  it('sends a parameter that is empty, as for the visitors without a campaign, and none without a value', async () => {
    const { requests, call } = responding(200, '');
    const query = { days: '7', campaign: '', set: undefined, source: null };
    await call({ method: 'GET', path: '/api/reports/funnel' }, z.null(), { query });
    expect(requests).toEqual([
      ['http://host/api/reports/funnel?days=7&campaign=', { method: 'GET', headers: { who: 'me' } }],
    ]);
  });

  it('treats an empty response as null', async () => {
    expect(await responding(204, '').call(endpoint, z.null())).toEqual({ data: null });
  });

  it.each([
    ['a problem', 409, JSON.stringify(problem('version-taken', 409)), 'rejected', 'version-taken'],
    ['JSON that the schema does not allow', 200, '{}', 'rejected', 'unknown-response'],
    ['an HTML page of a proxy', 200, '<html>', 'unavailable', 'unknown-response'],
  ])('returns a failure for %s', async (_, status, body, kind, code) => {
    const { error } = await responding(status, body).call(endpoint, z.object({ count: z.number() }));
    expect(error).toMatchObject({ kind, code });
  });

  it('gives the status as the reason if a response is not from the service', async () => {
    const { error } = await responding(502, '<html>').call(endpoint, z.null());
    expect(error).toEqual({
      kind: 'unavailable',
      code: 'unknown-response',
      reasons: ['HTTP 502'],
      files: [],
    });
    expect(parseFailure(502, { title: 'A gateway' }).reasons).toEqual(['HTTP 502']);
  });

  it('returns a failure if there is no response', async () => {
    const call = createApiClient({ fetch: () => Promise.reject(new Error('refused')) });
    expect((await call(endpoint, z.null())).error).toEqual({
      kind: 'unavailable',
      code: 'unreachable',
      reasons: [],
      files: [],
    });
  });
});
