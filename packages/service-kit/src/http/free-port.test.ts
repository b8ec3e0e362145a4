import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

import { freePort } from './free-port.ts';

it('returns different ports on which a server can listen, none of which an outgoing connection takes', async () => {
  const [firstOutgoing = NaN] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
    .split(/\s+/)
    .map(Number);
  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  expect(new Set(ports).size).toBeGreaterThan(45);
  for (const port of ports) {
    expect(port).toBeLessThan(firstOutgoing);
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
  }
});
