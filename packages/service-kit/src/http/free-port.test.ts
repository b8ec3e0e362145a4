import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from './free-port.ts';

it('returns different ports on which a server can listen, none of which an outgoing connection takes', async () => {
  const [firstOutgoing = NaN] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
    .split(/\s+/)
    .map(Number);
  const ports: number[] = [];
  // One after another: of equal ports that are tried at the same time, one would be refused anyway.
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
