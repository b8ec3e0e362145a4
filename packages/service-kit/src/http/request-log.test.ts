import Koa from 'koa';

import { createLog } from '../log.ts';
import { createMetrics } from './metrics.ts';
import { requestLog } from './request-log.ts';
import { listen } from './server.ts';

let nowMs = 0;
const lines: string[] = [];
const metrics = createMetrics();
const app = new Koa();
app.use(
  requestLog(
    createLog('info', { write: (line) => void lines.push(line) }),
    metrics,
    () => ({ visit: 'v1' }),
    3,
  ),
);
app.use((ctx) => {
  const [, status = '', timeMs = ''] = ctx.path.split('/');
  nowMs += Number(timeMs);
  ctx.status = Number(status);
  if (status === '503') ctx.state.problem = 'unavailable';
});
let server: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  server = await listen(app, 0, '127.0.0.1');
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(() => {
  jest.restoreAllMocks();
  return server.close();
});

async function request(path: string) {
  const response = await fetch(`${server.origin}${path}`);
  await response.arrayBuffer();
  return response;
}
const logged = () => lines.map((line) => JSON.parse(line).path);

it('writes a line for one in three ordinary requests, and measures all', async () => {
  for (const number of [1, 2, 3, 4, 5, 6, 7]) await request(`/200/0/${number}`);
  expect(logged()).toEqual(['/200/0/1', '/200/0/4', '/200/0/7']);
  expect(await metrics.registry.metrics()).toMatch(/_count\{[^}]*status="200"\} 7\n/);
});

it('writes a line for each request that fails or is slow', async () => {
  for (const path of ['/404/0', '/200/500', '/503/0', '/200/499', '/400/0']) await request(path);
  expect(logged()).toEqual(['/404/0', '/200/500', '/503/0', '/400/0']);
});

it('writes at most 100 lines a second about rejected requests, and each that fails', async () => {
  nowMs += 1000;
  for (let number = 0; number < 120; number++) await request(`/404/0/${number}`);
  await request('/503/0');
  expect(logged()).toEqual([...Array.from({ length: 100 }, (_, number) => `/404/0/${number}`), '/503/0']);
  nowMs += 1000;
  await request('/400/0');
  expect(logged().at(-1)).toBe('/400/0');
});

it('writes what a support case needs: the id that the response carries, method, path, status, time and problem', async () => {
  const { headers } = await request('/503/20');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      msg: 'request',
      requestId: headers.get('x-request-id'),
      visit: 'v1',
      method: 'GET',
      path: '/503/20',
      status: 503,
      timeMs: 20,
      problem: 'unavailable',
    },
  ]);
  expect(headers.get('x-request-id')).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
});

it('writes a path only if it can be one of ours', async () => {
  const longest = `/404/0/${'a'.repeat(193)}`;
  for (const path of [longest, `${longest}a`, '/404/0/a%20b', '/404/0/a:b', '/404/0/v1.0+x-y_z'])
    await request(path);
  expect(logged()).toEqual([longest, '/[unusual]', '/[unusual]', '/[unusual]', '/404/0/v1.0+x-y_z']);
});

it('measures in seconds, by method, route and status, beside the metrics of the process', async () => {
  await request('/418/20');
  await request('/418/19');
  const text = await metrics.registry.metrics();
  const labels = 'method="GET",route="unmatched",status="418"';
  const name = 'http_request_duration_seconds';
  const counts = [...text.matchAll(/_bucket\{le="([^"]+)",\S*status="418"\} (\d+)/g)];
  expect(counts.map(([, upTo, count]) => `${upTo}: ${count}`)).toEqual([
    '0.005: 0',
    '0.02: 2',
    '0.1: 2',
    '0.5: 2',
    '2: 2',
    '10: 2',
    '+Inf: 2',
  ]);
  expect(text).toContain(`${name}_sum{${labels}} 0.039`);
  expect(text).toContain(`# HELP ${name} Time from request to response`);
  expect(text).toContain('process_cpu_seconds_total');
});
