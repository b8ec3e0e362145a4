import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

interface Delivery {
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: unknown;
}

export interface LeadReceiver {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  close(): Promise<void>;
}

/** The owner's webhook, as a server on this machine that keeps what it gets. */
export function startLeadReceiver(): Promise<LeadReceiver> {
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    deliveries.push({ headers: request.headers, body: JSON.parse(await text(request)) });
    response.writeHead(204).end();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = address && typeof address === 'object' ? address.port : 0;
      const close = () => new Promise<void>((closed) => server.close(() => closed()));
      resolve({ url: `http://127.0.0.1:${port}/leads`, deliveries, close });
    });
  });
}
