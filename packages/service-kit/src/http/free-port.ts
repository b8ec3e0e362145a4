import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
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
 * Reserves a port number until this process ends, because the program that it was given to may not listen yet. A UDP socket takes
 * the number, which does not disturb the program. Returns false if another socket has it.
 */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  try {
    socket.bind({ port, address: '127.0.0.1', exclusive: true });
    await once(socket, 'listening');
    return true;
  } catch {
    socket.close();
    return false;
  }
}

/**
 * A random port of loopback on which nothing listens, for a program that cannot choose its own. No process gets it again from
 * this function until this process ends. Rejects if none is found.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const port = randomInt(lowest, highest);
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
  throw new Error(`no free port in ${maxAttempts} attempts`);
}
