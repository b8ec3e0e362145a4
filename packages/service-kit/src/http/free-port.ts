import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Above the ports that browsers block, and below those that systems give to outgoing connections (from 32768 on Linux, from
 * 49152 elsewhere): a connection would otherwise take the port before its program listens.
 */
const [lowest, highest] = [10_100, 32_000];
const maxAttempts = 100;

/** Whether nothing listens on the port of loopback. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** Ports that this process has tried. The program of one that was free may not listen yet. */
const tried = new Set<number>();

/** A random port of loopback on which nothing listens, another one at each call, for a program that cannot choose its own. Rejects if none is found. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const port = randomInt(lowest, highest);
    if (tried.has(port)) continue;
    tried.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port in ${maxAttempts} attempts`);
}
