import { createServiceRequest } from './service-request.ts';

function record() {
  const requests: [unknown, RequestInit | undefined][] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    requests.push([path, init]);
    return new Response('{}');
  });
  return requests;
}
afterEach(() => jest.restoreAllMocks());

it('every call of the service carries the release set, the language, the cookies, and what the caller has set', async () => {
  const requests = record();
  await createServiceRequest('set-7', () => 'de')('/api/leads', {
    method: 'POST',
    body: '{"a":1}',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
  });
  const [path, init] = requests[0] ?? [];
  expect(path).toBe('/api/leads');
  expect(init).toMatchObject({
    method: 'POST',
    body: '{"a":1}',
    keepalive: true,
    credentials: 'same-origin',
  });
  expect(Object.fromEntries(new Headers(init?.headers))).toEqual({
    'content-type': 'application/json',
    'x-locale': 'de',
    'x-release-set': 'set-7',
  });
});

it('a call keeps the language that its caller has set', async () => {
  const requests = record();
  await createServiceRequest('set-7', () => 'de')('/api/create-checkout', { headers: { 'x-locale': 'en' } });
  expect(new Headers(requests[0]?.[1]?.headers).get('x-locale')).toBe('en');
});

it('a call carries the language that the page has by then', async () => {
  const requests = record();
  let locale = 'en';
  const request = createServiceRequest('set-7', () => locale);
  await request('/api/offer');
  locale = 'de';
  await request('/api/offer');
  expect(requests.map(([, init]) => new Headers(init?.headers).get('x-locale'))).toEqual(['en', 'de']);
});
