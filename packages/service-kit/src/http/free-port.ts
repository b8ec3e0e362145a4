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

/**
 * The program of a port that was free may not listen yet, so ports are tried in order, from a place that differs by process:
 * two that started one after the other are thousands of ports apart.
 */
let next = lowest + ((process.pid * 7919) % (highest - lowest));

/** A port of loopback on which nothing listens, another one at each call, for a program that cannot choose its own. Rejects if none is found. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const port = next;
    next = port + 1 < highest ? port + 1 : lowest;
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port in ${maxAttempts} attempts`);
}
