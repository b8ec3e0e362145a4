import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

interface Delivery {
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: unknown;
}

export interface LeadReceiver {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  /** Sets the HTTP status of further responses, initially 204. Deliveries with an error status are not recorded. */
  answerWith(status: number): void;
  close(): Promise<void>;
}

/** The owner's lead webhook: a local server that records the deliveries. */
export function startLeadReceiver(): Promise<LeadReceiver> {
  const deliveries: Delivery[] = [];
  let status = 204;
  const server = createServer(async (request, response) => {
    const body: unknown = JSON.parse(await text(request));
    if (status < 300) deliveries.push({ headers: request.headers, body });
    response.writeHead(status).end();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = address && typeof address === 'object' ? address.port : 0;
      resolve({
        url: `http://127.0.0.1:${port}/leads`,
        deliveries,
        answerWith: (next) => (status = next),
        close: () => new Promise<void>((closed) => server.close(() => closed())),
      });
    });
  });
}
