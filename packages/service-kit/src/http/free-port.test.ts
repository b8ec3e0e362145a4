import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort, isFree } from './free-port.ts';

/** The numbers that are drawn instead of random ones. */
const drawn: number[] = [];
jest.mock('node:crypto', () => {
  const crypto = jest.requireActual('node:crypto');
  return { ...crypto, randomInt: (...range: number[]) => drawn.shift() ?? crypto.randomInt(...range) };
});

it('a port is free unless a server listens on it at the loopback address', async () => {
  const port = await freePort();
  const listenAt = async (host: string) => {
    const server = createServer().listen(port, host);
    await once(server, 'listening');
    return server;
  };
  expect(await isFree(port)).toBe(true);
  const elsewhere = await listenAt('127.0.0.2');
  expect(await isFree(port)).toBe(true);
  const server = await listenAt('127.0.0.1');
  expect(await isFree(port)).toBe(false);
  server.close();
  elsewhere.close();
});

it('draws at most 100 numbers, and then says that no port is free', async () => {
  const taken = await freePort();
  drawn.push(...Array.from({ length: 101 }, () => taken));
  await expect(freePort()).rejects.toThrow('no free port in 100 attempts');
  expect(drawn.splice(0)).toEqual([taken]);
});

it('returns different ports on which a server can listen, none of which an outgoing connection takes', async () => {
  const [firstOutgoing = NaN] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
    .split(/\s+/)
    .map(Number);
  const ports: number[] = [];
  // One after another: of equal ports that are tried at the same time, one would be rejected anyway.
  while (ports.length < 300) ports.push(await freePort());
  expect(new Set(ports).size).toBe(300);
  for (const port of ports) {
    expect(port).toBeLessThan(firstOutgoing);
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
  }
});

it('returns no port that another process has, although nothing listens on it yet', async () => {
  const script = `
    import { freePort } from ${JSON.stringify(join(__dirname, 'free-port.ts'))};
    for (let count = 0; count < 600; count++) console.log(await freePort());`;
  const own: string[] = [];
  while (own.length < 300) own.push(String(await freePort()));
  const options = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  const other = stdout.trim().split('\n');
  expect(other).toHaveLength(600);
  expect(own.filter((port) => other.includes(port))).toEqual([]);
}, 60_000);
