import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { normalizeIp } from './ip-address.ts';
import { ipKeyOf } from './ip-networks.ts';

export interface ConnectionLimits {
  readonly maxConnections: number;
  /** Null if a proxy connects on behalf of all clients. */
  readonly maxConnectionsPerIp: number | null;
  /** Requests that a client may send on one connection before it has the responses to the earlier ones. */
  readonly maxPipelined: number;
  /** How long a client may take to read a complete response. */
  readonly maxReadMs: number;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Open sockets in the order of their last activity, each with the requests that have no complete response. */
type Connections = Map<Socket, Set<Exchange>>;

/** Whether the service is working for the socket. Otherwise it waits for the client to send or to read. */
const isWorking = (exchanges: ReadonlySet<Exchange>): boolean =>
  [...exchanges].some(({ request, response }) => request.complete && !response.writableEnded);

/**
 * Limits connections. At a limit, a new connection replaces the one that has waited longest for its client, so that
 * idle connections keep no visitor out.
 */
export function limitConnections(server: Server, limits: ConnectionLimits) {
  const { maxConnections, maxConnectionsPerIp, maxPipelined, maxReadMs } = limits;
  const all: Connections = new Map();
  const byIp = new Map<string, Connections>();

  function groupsOf(socket: Socket): { connections: Connections; max: number }[] {
    const groups = [{ connections: all, max: maxConnections }];
    if (maxConnectionsPerIp === null) return groups;
    const ip = ipKeyOf(normalizeIp(socket.remoteAddress ?? '') ?? 'unknown');
    const connections: Connections = byIp.get(ip) ?? new Map();
    byIp.set(ip, connections);
    socket.once('close', () => {
      connections.delete(socket);
      if (connections.size === 0 && byIp.get(ip) === connections) byIp.delete(ip);
    });
    return [{ connections, max: maxConnectionsPerIp }, ...groups];
  }

  /** Makes room for one more, if necessary by closing one that waits for its client. Returns false if there is none. */
  function makeRoom(connections: Connections, max: number): boolean {
    if (connections.size < max) return true;
    for (const [socket, exchanges] of connections) {
      if (isWorking(exchanges)) continue;
      socket.destroy();
      // The event `close` follows later, but the socket must not be counted any more.
      connections.delete(socket);
      all.delete(socket);
      return true;
    }
    return false;
  }

  const touchOf = new WeakMap<Socket, () => void>();
  const exchangesOf = (socket: Socket): Set<Exchange> => all.get(socket) ?? new Set();

  server.on('connection', (socket: Socket) => {
    const groups = groupsOf(socket);
    if (!groups.every(({ connections, max }) => makeRoom(connections, max))) {
      socket.destroy();
      return;
    }
    const exchanges = new Set<Exchange>();
    const touch = () => {
      for (const { connections } of groups) {
        connections.delete(socket);
        if (!socket.destroyed) connections.set(socket, exchanges);
      }
    };
    touchOf.set(socket, touch);
    socket.once('close', touch);
    touch();
  });

  // Emitted after `server.timeout` without activity. Node restarts that time whenever the client reads something.
  server.on('timeout', (socket: Socket) => {
    if (!isWorking(exchangesOf(socket))) socket.destroy();
  });

  return {
    /** Registers a request. Returns false and closes the connection if the client has sent too many requests ahead. */
    accept(request: IncomingMessage, response: ServerResponse): boolean {
      const { socket } = request;
      if (socket.destroyed) return false;
      const exchanges = exchangesOf(socket);
      if (exchanges.size >= maxPipelined) {
        socket.destroy();
        return false;
      }
      const exchange = { request, response };
      exchanges.add(exchange);
      touchOf.get(socket)?.();
      let readTimer: NodeJS.Timeout | undefined;
      response.once('prefinish', () => {
        readTimer = setTimeout(() => socket.destroy(), maxReadMs).unref();
      });
      response.once('close', () => {
        clearTimeout(readTimer);
        exchanges.delete(exchange);
        touchOf.get(socket)?.();
      });
      return true;
    },
  };
}
