import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { postAtRandomTimes } from './steady-load.ts';

/** Starts a server that responds with `status` 20 ms after a request has arrived. */
async function startServer(status = 204) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => bodies.push(text));
    request.on('end', () => void pause(20).then(() => response.writeHead(status).end()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    bodies,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const load = { next: () => ({ headers: {}, body: 'lead' }), seconds: 1 };

it('sends about as many requests as asked for, and measures each to the end of its response', async () => {
  const { url, bodies, close } = await startServer();
  const durations = await postAtRandomTimes({ ...load, url, connections: 100, perSecond: 400 });
  await close();
  // Five standard deviations of a Poisson distribution with a mean of 400, each 20.
  expect(Math.abs(durations.length - 400)).toBeLessThan(100);
  expect(bodies).toEqual(durations.map(() => 'lead'));
  expect(Math.min(...durations)).toBeGreaterThanOrEqual(19);
});

it('counts the time for which a request waits for a connection', async () => {
  const { url, close } = await startServer();
  const durations = await postAtRandomTimes({ ...load, url, connections: 1, perSecond: 150 });
  await close();
  // One connection carries at most 50 requests a second, and at least 88 are sent (five standard deviations of 12).
  expect(Math.max(...durations)).toBeGreaterThan(500);
});

it('rejects a response that is no success', async () => {
  const { url, close } = await startServer(503);
  await expect(postAtRandomTimes({ ...load, url, connections: 10, perSecond: 50 })).rejects.toThrow('503');
  await close();
});
