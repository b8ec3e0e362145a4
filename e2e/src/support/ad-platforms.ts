import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** One received conversion: the destination's name for the event, and the event's id. */
interface ReceivedConversion {
  readonly destination: string;
  readonly event: string;
  readonly id: string;
  readonly body: string;
}

export interface AdPlatforms {
  /** Settings of the service that point to this server. */
  readonly env: Readonly<Record<string, string>>;
  /** Conversions received so far. */
  readonly received: ReceivedConversion[];
  /** While true, every response is 503. */
  isDown: boolean;
  /** While true, every response is 400. */
  isRejecting: boolean;
  close(): Promise<void>;
}

type Call = { readonly body: string; readonly idempotencyKey: string };

/** How each platform's request is read, and its response. */
const adapters: Readonly<
  Record<
    string,
    { read: (call: Call) => Pick<ReceivedConversion, 'event' | 'id'>; status: number; receipt: string }
  >
> = {
  meta: {
    read({ body }) {
      const [{ event_name: event, event_id: id }] = JSON.parse(body).data;
      return { event, id };
    },
    status: 200,
    receipt: '{"events_received":1}',
  },
  tiktok: {
    read({ body }) {
      const [{ event, event_id: id }] = JSON.parse(body).data;
      return { event, id };
    },
    status: 200,
    receipt: '{"code":0,"message":"OK"}',
  },
  ga4: {
    read({ body }) {
      const { name: event, params } = JSON.parse(body).events.at(-1);
      return { event, id: params.event_id };
    },
    status: 204,
    receipt: '',
  },
  tracking: {
    read: ({ body, idempotencyKey }) => ({ event: JSON.parse(body).event_name, id: idempotencyKey }),
    status: 200,
    receipt: '{"ok":true}',
  },
  platform: {
    read({ body }) {
      const { event, properties } = JSON.parse(body);
      return { event, id: properties.event_id };
    },
    status: 204,
    receipt: '',
  },
};

/** All ad platforms as one server on this machine. */
export function startAdPlatforms(): Promise<AdPlatforms> {
  const received: ReceivedConversion[] = [];
  const server = createServer(async (request, response) => {
    const [, destination = ''] = request.url?.split(/[/?]/) ?? [];
    const body = await text(request);
    const adapter = adapters[destination];
    if (!adapter || platforms.isDown || platforms.isRejecting) {
      response.writeHead(platforms.isRejecting ? 400 : 503).end();
      return;
    }
    const idempotencyKey = String(request.headers['idempotency-key'] ?? '');
    received.push({ destination, body, ...adapter.read({ body, idempotencyKey }) });
    response.writeHead(adapter.status).end(adapter.receipt);
  });
  const close = () => new Promise<void>((closed) => server.close(() => closed()));
  const platforms: AdPlatforms = { env: {}, received, isDown: false, isRejecting: false, close };
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const origin = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
      const env = {
        META_PIXEL_ID: '1234567890',
        META_ACCESS_TOKEN: 'meta-token',
        META_API_BASE: `${origin}/meta`,
        TIKTOK_PIXEL_ID: 'C4A1B2C3',
        TIKTOK_ACCESS_TOKEN: 'tiktok-token',
        TIKTOK_API_BASE: `${origin}/tiktok`,
        GA4_MEASUREMENT_ID: 'G-AB12CD34',
        GA4_API_SECRET: 'ga4-secret',
        GA4_API_BASE: `${origin}/ga4`,
        AD_TRACKING_URL: `${origin}/tracking`,
        AD_TRACKING_TOKEN: 'tracking-token',
        AD_PLATFORM_URL: `${origin}/platform`,
        AD_PLATFORM_PIXEL_ID: 'PX-1',
      };
      resolve(Object.assign(platforms, { env }));
    });
  });
}
