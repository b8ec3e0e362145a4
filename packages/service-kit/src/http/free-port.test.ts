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
  while (ports.length < 600) ports.push(await freePort());
  expect(new Set(ports).size).toBe(600);
  for (const port of ports) {
    expect(port).toBeLessThan(firstOutgoing);
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
  }
});

it('gives programs that ask at the same time different ports, although nothing listens on them yet', async () => {
  const script = `
    import { freePort } from ${JSON.stringify(join(__dirname, 'free-port.ts'))};
    for (let count = 0; count < 200; count++) console.log(await freePort());`;
  const options = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const programs = Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, options));
  const ports = (await Promise.all(programs)).flatMap(({ stdout }) => stdout.trim().split('\n'));
  expect(ports).toHaveLength(800);
  expect(new Set(ports).size).toBe(800);
});
