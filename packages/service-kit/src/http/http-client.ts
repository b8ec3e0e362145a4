import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

import { Agent, buildConnector, request } from 'undici';

import { isPublicIp } from './public-ip.ts';

export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Replaces the client's own timeout. */
  readonly timeoutMs?: number | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** At most its first 64 KB. */
  readonly body: string;
}

export interface HttpClient {
  /** Posts without following redirects. Throws if the response is not complete in time. */
  post(request: OutboundRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}

interface HttpClientOptions {
  readonly allowPrivateDestinations: boolean;
  readonly timeoutMs?: number;
}

const maxBodyBytes = 64 * 1024;

class PrivateAddressError extends Error {
  readonly code = 'PRIVATE_ADDRESS';
}

const privateAddressError = (host: string) =>
  new PrivateAddressError(`${host} is an address of a private network`);

/** Resolves a name and allows only public IPs. The socket connects to the same IPs that are checked here. */
const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) callback(error ?? privateAddressError(host), '');
    else if (!addresses.every(({ address }) => isPublicIp(address))) callback(privateAddressError(host), '');
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** Connects to the public internet only. A numeric host is never resolved, so it is checked separately. */
function publicConnector(timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, lookup: publicLookup });
  return (options, callback) => {
    // undici has removed the brackets of an IPv6 address.
    const { hostname } = options;
    if (isIP(hostname) && !isPublicIp(hostname)) callback(privateAddressError(hostname), null);
    else connect(options, callback);
  };
}

async function readCapped(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxBodyBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBodyBytes).toString();
}

/** Calls URLs of the configuration and of teams. One timeout covers connecting, sending and the whole response. */
export function createHttpClient({
  allowPrivateDestinations,
  timeoutMs: defaultTimeoutMs = 10_000,
}: HttpClientOptions): HttpClient {
  const connectTimeoutMs = Math.min(3000, defaultTimeoutMs);
  const connect = allowPrivateDestinations
    ? { timeout: connectTimeoutMs }
    : publicConnector(connectTimeoutMs);
  const dispatcher = new Agent({ connect });
  return {
    async post({ url, headers, body, timeoutMs = defaultTimeoutMs }) {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await request(url, { method: 'POST', headers, body, dispatcher, signal });
      return {
        status: response.statusCode,
        headers: response.headers,
        body: await readCapped(response.body),
      };
    },
    close: () => dispatcher.close(),
  };
}
