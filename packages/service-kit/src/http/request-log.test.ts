import Koa from 'koa';

import { createLog } from '../log.ts';
import { createMetrics } from './metrics.ts';
import { requestLog } from './request-log.ts';
import { listen } from './server.ts';

let nowMs = 0;
const lines: string[] = [];
const metrics = createMetrics();
const app = new Koa();
app.use(requestLog(createLog('info', { write: (line) => void lines.push(line) }), metrics, () => ({}), 3));
app.use((ctx) => {
  const [, status = '', timeMs = ''] = ctx.path.split('/');
  nowMs += Number(timeMs);
  ctx.status = Number(status);
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

const request = async (path: string) => (await fetch(`${server.origin}${path}`)).arrayBuffer();
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
