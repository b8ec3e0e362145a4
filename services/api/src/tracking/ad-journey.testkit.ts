import { randomUUID } from 'node:crypto';

import { createCheckoutResponseSchema } from '@funnel/contracts/api';
import { consentCookie, consentTextVersion, type ConsentChoice } from '@funnel/contracts/consent';
import type { FunnelEvent } from '@funnel/contracts/events';
import { createHttpClient } from '@funnel/service-kit/http/http-client';

import type { PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { deliverDue } from '../deliveries/deliver-due.ts';
import { createDestinations } from '../destinations.ts';
import { aLead } from '../leads/a-lead.testkit.ts';
import { createCookieJar } from '../platform/cookie-jar.testkit.ts';
import { startReceiver, type ReceivedCall, type TestApp } from '../platform/service.testkit.ts';
import type { AdDestinationName } from './destinations/ad-destinations.ts';
import { recordBrowserEvents } from './record-browser-events.ts';

const receipts: Record<AdDestinationName, string> = {
  meta: '{"events_received":1}',
  tiktok: '{"code":0}',
  ga4: '',
  'ad-tracking': '{}',
  'ad-platform': '',
};
export const adDestinationNames = ['meta', 'tiktok', 'ga4', 'ad-tracking', 'ad-platform'] as const;

interface PlatformCall {
  readonly destination: AdDestinationName;
  readonly event: string;
  readonly eventId: string;
  readonly call: ReceivedCall;
}

/** Parses a call as its ad platform would. */
function parseCall(call: ReceivedCall): PlatformCall {
  const destination = adDestinationNames.find((name) => call.path.startsWith(`/${name}`));
  if (!destination) throw new Error(`no destination at ${call.path}`);
  const body = JSON.parse(call.body);
  const [event, eventId] = {
    meta: () => [body.data[0].event_name, body.data[0].event_id],
    tiktok: () => [body.data[0].event, body.data[0].event_id],
    ga4: () => [body.events.at(-1).name, body.events.at(-1).params.event_id],
    'ad-tracking': () => [body.event_name, call.headers['idempotency-key']],
    'ad-platform': () => [body.event, body.properties.event_id],
  }[destination]();
  return { destination, event, eventId, call };
}

/** Runs all five destinations as one server on this machine. While `status` or `body` is set, every call gets that. */
export async function startAdPlatforms() {
  const state: { status: number | null; body: string | null } = { status: null, body: null };
  const receiver = await startReceiver((call) =>
    state.status
      ? { status: state.status }
      : { status: 200, body: state.body ?? receipts[parseCall(call).destination] },
  );
  const http = createHttpClient({ allowPrivateDestinations: true });
  const { origin, calls } = receiver;
  return {
    state,
    calls,
    environment: {
      META_PIXEL_ID: '1234567890',
      META_ACCESS_TOKEN: 'meta-token',
      META_API_BASE: `${origin}/meta`,
      TIKTOK_PIXEL_ID: 'C4A1B2C3',
      TIKTOK_ACCESS_TOKEN: 'tiktok-token',
      TIKTOK_API_BASE: `${origin}/tiktok`,
      GA4_MEASUREMENT_ID: 'G-AB12CD34',
      GA4_API_SECRET: 'ga4-secret',
      GA4_API_BASE: `${origin}/ga4`,
      AD_TRACKING_URL: `${origin}/ad-tracking`,
      AD_TRACKING_TOKEN: 'tracking-token',
      AD_PLATFORM_URL: `${origin}/ad-platform`,
      AD_PLATFORM_PIXEL_ID: 'PX-1',
    },
    /** The calls received so far, in order. */
    received: () => calls.map(parseCall),
    deliver: async ({ context }: TestApp) => {
      for (const destination of await createDestinations(context)) {
        while ((await deliverDue(context, http, destination)) > 0);
      }
    },
    close: async () => {
      await receiver.close();
      await http.close();
    },
  };
}

interface Browser {
  readonly agent?: string;
  readonly address?: string;
  readonly hasGpcSignal?: boolean;
  /** The header Accept-Language. */
  readonly languages?: string;
}

/** A visitor's browser, which stores cookies and sends the headers of a browser. */
export function startBrowser(app: TestApp, nowMs: () => number, browser: Browser = {}) {
  const { agent = 'Browser/1', address = '203.0.113.7', hasGpcSignal = false, languages = '*' } = browser;
  const jar = createCookieJar();
  const { cookies } = jar;
  const setCookies: string[] = [];

  async function send(path: string, init: RequestInit = {}) {
    const headers = new Headers(init.headers);
    headers.set('cookie', jar.header());
    headers.set('user-agent', agent);
    headers.set('x-forwarded-for', address);
    headers.set('accept-language', languages);
    if (hasGpcSignal) headers.set('sec-gpc', '1');
    const response = await app.request(path, { ...init, headers });
    setCookies.push(...response.headers.getSetCookie());
    jar.store(response);
    return response;
  }
  const post = (path: string, body: object) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-release-set': 'set-1' },
      body: JSON.stringify(body),
    });
  const buildLead = (email: string) => aLead({ email, timestamp: new Date(nowMs()).toISOString() });

  return {
    cookies,
    setCookies,
    get: send,
    post,
    visitId: jar.visitId,
    /** Reports one event and returns its id. */
    async report(event: Pick<FunnelEvent, 'name'> & Partial<FunnelEvent>) {
      const full = { id: randomUUID(), at: nowMs(), path: '/step-1', setId: 'set-1', ...event };
      await post('/api/events', { events: [full] });
      return full.id;
    },
    async submitEmail(email: string, times = 1) {
      const lead = buildLead(email);
      for (let at = 0; at < times; at++) await post('/api/leads', lead);
    },
    async openCheckout(email: string) {
      const order = { planId: 'plan2', email, attemptId: randomUUID() };
      const response = await post('/api/create-checkout', order);
      return createCheckoutResponseSchema.parse(await response.json()).sessionId;
    },
    /** Like the shell, stores the choice in its cookie and then notifies the service. */
    async choose(choice: ConsentChoice | null, textVersion = consentTextVersion) {
      const consent = choice && { choice, at: nowMs(), textVersion };
      const [, value = ''] = consentCookie(consent, false).split(';')[0]?.split('=') ?? [];
      if (value) cookies.set('consent', value);
      else cookies.delete('consent');
      return send('/api/consent', { method: 'POST' });
    },
  };
}

/** The ad context of a browser, without the basis on which it may be sent. */
export const browserContext = {
  origin: 'https://quiz.example.com',
  address: '203.0.113.7',
  agent: 'Browser/1',
  attribution: {},
  browserIds: {},
  currency: 'USD',
} as const;

/** Records a page view of a request that was read while the visitor consented. Returns its id. */
export async function recordConsentedView(
  { app, clock }: Pick<PaidFunnel, 'app' | 'clock'>,
  visitId: string,
): Promise<string> {
  const event = { id: randomUUID(), name: 'PageView', at: clock(), path: '/', setId: '' } as const;
  await recordBrowserEvents(app.context, [event], {
    visitId,
    attributedSet: null,
    touch: { source: 'direct', campaign: '', device: 'phone', locale: 'en' },
    loadedSet: null,
    ip: '203.0.113.9',
    hasPromotionalPrice: true,
    adContext: { ...browserContext, consent: 'granted' },
  });
  return event.id;
}
