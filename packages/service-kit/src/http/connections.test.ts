import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import { heapInUse } from '../heap.testkit.ts';
import { limitConnections, type ConnectionLimits } from './connections.ts';

/** A server that accepts no real connections. `connect` lets one arrive from an IP, spelled as the system spells it. */
function startServer(limits: Partial<ConnectionLimits>) {
  const server = createServer().removeAllListeners('connection');
  const { accept } = limitConnections(server, {
    maxConnections: 100,
    maxConnectionsPerIp: null,
    maxPipelined: 2,
    maxReadMs: 1000,
    ...limits,
  });
  function connect(remoteAddress: string): Socket {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
    server.emit('connection', socket);
    return socket;
  }
  return { connect, accept };
}

const startLimited = (maxConnectionsPerIp: number) => startServer({ maxConnectionsPerIp }).connect;

async function end(socket: Socket): Promise<void> {
  const closed = once(socket, 'close');
  socket.destroy();
  await closed;
}

describe('the limit of connections per IP', () => {
  it('counts every IPv4 address separately on a listener that accepts IPv6, too', () => {
    const connect = startLimited(1);
    const sockets = ['::ffff:192.0.2.1', '::ffff:192.0.2.2', '::ffff:198.51.100.1'].map(connect);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
    expect(connect('::ffff:192.0.2.2').destroyed).toBe(false);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, true, false]);
  });

  it('counts an IPv4 address and its IPv6 spelling as one IP', () => {
    const connect = startLimited(1);
    const [first, other] = [connect('192.0.2.1'), connect('192.0.2.2')];
    connect('::ffff:192.0.2.1');
    expect([first.destroyed, other.destroyed]).toEqual([true, false]);
  });

  it('counts the /64 of an IPv6 address as one IP', () => {
    const connect = startLimited(1);
    const [first, other] = [connect('2001:db8:1:2::1'), connect('2001:db8:1:3::1')];
    connect('2001:db8:1:2:3::1');
    expect([first.destroyed, other.destroyed]).toEqual([true, false]);
  });

  it('counts only connections that are still open', async () => {
    const connect = startLimited(2);
    const [kept, ended] = [connect('192.0.2.1'), connect('192.0.2.1')];
    await end(ended);
    connect('192.0.2.1');
    expect(kept.destroyed).toBe(false);
    connect('192.0.2.1');
    expect(kept.destroyed).toBe(true);
  });

  it('keeps nothing in memory of an IP whose connection is closed', async () => {
    const connect = startLimited(2);
    async function bytesAfter(ips: number, prefix: string) {
      for (let number = 0; number < ips; number++) {
        await end(connect(`2001:db8:${prefix}:${number.toString(16)}::1`));
      }
      return heapInUse();
    }
    const before = await bytesAfter(5000, '1');
    const after = await bytesAfter(20_000, '2');
    expect((after - before) / 20_000).toBeLessThan(50);
  });
});

describe('the limit of all connections', () => {
  it('counts only connections that are still open', async () => {
    const { connect } = startServer({ maxConnections: 2 });
    const [kept, ended] = [connect('192.0.2.1'), connect('192.0.2.2')];
    await end(ended);
    connect('192.0.2.3');
    expect(kept.destroyed).toBe(false);
  });

  it('closes none of another IP for one that replaces a connection of its own', () => {
    const { connect } = startServer({ maxConnections: 2, maxConnectionsPerIp: 1 });
    const [other, own] = [connect('192.0.2.1'), connect('192.0.2.2')];
    expect(connect('192.0.2.2').destroyed).toBe(false);
    expect([other.destroyed, own.destroyed]).toEqual([false, true]);
  });
});

it('a request is not accepted on a connection that is closed', () => {
  const { connect, accept } = startServer({});
  const [open, closed] = [connect('192.0.2.1'), connect('192.0.2.2')];
  closed.destroy();
  const isAccepted = (socket: Socket) => {
    const request = new IncomingMessage(socket);
    return accept(request, new ServerResponse(request));
  };
  expect([open, closed].map(isAccepted)).toEqual([true, false]);
});
