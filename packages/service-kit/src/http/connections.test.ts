import { createServer } from 'node:http';
import { Socket } from 'node:net';

import { limitConnections } from './connections.ts';

/** A server that accepts no real connections. `connect` lets one arrive from an IP, spelled as the system spells it. */
function startLimited(maxConnectionsPerSubscriber: number) {
  const server = createServer().removeAllListeners('connection');
  limitConnections(server, {
    maxConnections: 100,
    maxConnectionsPerSubscriber,
    maxPipelined: 2,
    maxReadMs: 1000,
  });
  return function connect(remoteAddress: string): Socket {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
    server.emit('connection', socket);
    return socket;
  };
}

describe('the limit of connections per subscriber', () => {
  it('counts every IPv4 address separately on a listener that accepts IPv6, too', () => {
    const connect = startLimited(1);
    const sockets = ['::ffff:192.0.2.1', '::ffff:192.0.2.2', '::ffff:198.51.100.1'].map(connect);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
    expect(connect('::ffff:192.0.2.2').destroyed).toBe(false);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, true, false]);
  });

  it('counts an IPv4 address and its IPv6 spelling as one subscriber', () => {
    const connect = startLimited(1);
    const [first, other] = [connect('192.0.2.1'), connect('192.0.2.2')];
    connect('::ffff:192.0.2.1');
    expect([first.destroyed, other.destroyed]).toEqual([true, false]);
  });

  it('counts the /64 of an IPv6 address as one subscriber', () => {
    const connect = startLimited(1);
    const [first, other] = [connect('2001:db8:1:2::1'), connect('2001:db8:1:3::1')];
    connect('2001:db8:1:2:3::1');
    expect([first.destroyed, other.destroyed]).toEqual([true, false]);
  });

  it('counts only connections that are still open', async () => {
    const connect = startLimited(2);
    const [kept, ended] = [connect('192.0.2.1'), connect('192.0.2.1')];
    const closed = new Promise((resolve) => ended.once('close', resolve));
    ended.destroy();
    await closed;
    connect('192.0.2.1');
    expect(kept.destroyed).toBe(false);
  });
});
