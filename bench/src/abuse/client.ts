import { Agent, request, type OutgoingHttpHeaders } from 'node:http';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

interface Call {
  readonly method?: string;
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

const timeoutMs = 15_000;

/** Calls the service from one local IP. Each loopback IP is treated as a separate caller. */
export function clientFrom(origin: string, localAddress: string, maxSockets = 6) {
  const { port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets, localAddress });
  return {
    send: ({ method = 'GET', path, headers = {}, body }: Call): Promise<Reply> =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
        const sent = request(
          { host: '127.0.0.1', port, method, path, agent, headers: { ...length, ...headers } },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('error', reject);
            response.on('end', () =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                body: Buffer.concat(chunks).toString(),
              }),
            );
          },
        );
        sent.setTimeout(timeoutMs, () => sent.destroy(new Error(`${path}: no response in ${timeoutMs} ms`)));
        sent.on('error', reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}
export type Client = ReturnType<typeof clientFrom>;

/** Loopback IPs in separate networks: 127.10.0.1, 127.10.1.1, … */
export const hostileAddress = (at: number): string => `127.${10 + Math.floor(at / 250)}.${at % 250}.1`;
