import { conversionNames, type ConversionName } from '@funnel/contracts/events';

import { readConfig } from '../../platform/config.ts';
import { hashEmail, hashEmailForGoogle, sha256 } from '../../platform/emails/hash-email.ts';
import type { Conversion } from '../conversions/conversion.ts';
import { adDestinations, type AdDestination, type AdDestinationName } from './ad-destinations.ts';

const environment = {
  META_PIXEL_ID: '1234567890',
  META_ACCESS_TOKEN: 'meta-token',
  TIKTOK_PIXEL_ID: 'C4A1B2C3',
  TIKTOK_ACCESS_TOKEN: 'tiktok-token',
  GA4_MEASUREMENT_ID: 'G-AB12CD34',
  GA4_API_SECRET: 'ga4 secret',
  AD_TRACKING_URL: 'https://tracking.example.com/events',
  AD_TRACKING_TOKEN: 'tracking-token',
  AD_PLATFORM_URL: 'https://ads.example.com/event/track',
  AD_PLATFORM_PIXEL_ID: 'PX-1',
};
const all = adDestinations(readConfig({ NODE_ENV: 'test', ...environment }));
const nowMs = Date.UTC(2026, 0, 15, 12);
const atMs = nowMs - 1500;
const at = Math.floor(atMs / 1000);
const email = '309a0a5c3e211326ae75ca18196d301a9bdbd1a882a4d2569511033da23f0abd';
const visitor = sha256('visit-1');

const trace: Conversion['trace'] = {
  origin: 'https://quiz.example.com',
  address: '203.0.113.7',
  agent: 'Browser/1',
  attribution: {
    utm_source: 'meta',
    utm_medium: 'cpc',
    utm_campaign: 'spring',
    fbc: 'fb.1.1700000000000.abc',
    ttclid: 'E.C.P.1',
    gclid: 'Cj0K',
    referrer: 'l.facebook.com',
  },
  currency: 'USD',
  browserIds: {},
  consent: 'granted',
};
const plan = { valueMinor: 1999, currency: 'USD', contentName: '4-WEEK PLAN', contentId: 'plan2' } as const;
const info = { contentName: 'Trading Information Page', contentId: 'info-step-3' };
const about: Record<ConversionName, Partial<Conversion> & { readonly path: string }> = {
  PageView: { path: '/step-1' },
  ViewContent: { path: '/info-3', ...info },
  Lead: { path: '/', emailSha256: email },
  InitiateCheckout: { path: '/checkout', ...plan },
  Purchase: { path: '/payment-success', ...plan, transactionId: 'cs_test_1', emailSha256: email },
};
function aConversion(name: ConversionName, changes: Partial<Conversion> = {}): Conversion {
  const { path, ...members } = about[name];
  const url = `https://quiz.example.com${path}`;
  return {
    id: `event-${name}`,
    name,
    atMs,
    visitId: 'visit-1',
    setId: 's',
    url,
    currency: 'EUR',
    trace,
    ...members,
    ...changes,
  };
}
const requestFor = (destination: AdDestination, conversion: Conversion, atTimeMs = nowMs) =>
  destination.request(
    { id: 'delivery', payload: JSON.stringify(conversion), attempts: 1, created_at: nowMs },
    atTimeMs,
  );
const destinationByName = (name: AdDestinationName): AdDestination => {
  const destination = all.find((one) => one.name === name);
  if (!destination) throw new Error(`${name} is not configured`);
  return destination;
};
const json = { 'content-type': 'application/json' };

const trackingEvent = (name: string, body: object) => ({
  url: 'https://tracking.example.com/events',
  headers: { ...json, 'access-token': 'tracking-token', 'idempotency-key': `event-${name}` },
  body: { event_name: name, ...body },
});
const trackedPlan = { content_name: '4-WEEK PLAN', content_id: 'plan2', value: 19.99, currency: 'USD' };

const platformEvent = (name: string, path: string, mail: object, caller: object) => ({
  url: 'https://ads.example.com/event/track',
  headers: json,
  body: {
    event: name,
    event_time: String(at),
    properties: {
      pixel_id: 'PX-1',
      event_id: `event-${name}`,
      ...caller,
      ...trace.attribution,
      timestamp: '2026-01-15T11:59:58.500Z',
      url: `https://quiz.example.com${path}`,
    },
    context: {
      user: { external_id: visitor, ...mail, ip: '203.0.113.7', user_agent: 'Browser/1' },
    },
  },
});
const tracked = { content_name: info.contentName, content_id: info.contentId, currency: 'EUR' };
const euros = { currency: 'EUR' };

/** The request that each destination receives for each event, or null for none. */
const expected: Readonly<Record<'ad-tracking' | 'ad-platform', Record<ConversionName, object | null>>> = {
  'ad-tracking': {
    PageView: null,
    ViewContent: trackingEvent('ViewContent', tracked),
    Lead: null,
    InitiateCheckout: trackingEvent('InitiateCheckout', trackedPlan),
    Purchase: trackingEvent('Purchase', trackedPlan),
  },
  'ad-platform': {
    PageView: platformEvent('PageView', '/step-1', {}, euros),
    ViewContent: platformEvent('ViewContent', '/info-3', {}, tracked),
    Lead: platformEvent('Lead', '/', { email }, euros),
    InitiateCheckout: platformEvent('InitiateCheckout', '/checkout', {}, trackedPlan),
    Purchase: platformEvent(
      'Purchase',
      '/payment-success',
      { email },
      { ...trackedPlan, order_id: 'cs_test_1' },
    ),
  },
};

describe.each(['ad-tracking', 'ad-platform'] as const)('%s', (destinationName) => {
  it.each(conversionNames)('receives exactly the expected request for %s', (name) => {
    const request = requestFor(destinationByName(destinationName), aConversion(name));
    const expectedRequest = expected[destinationName][name];
    if (!expectedRequest) {
      expect(request).toEqual({ status: 'permanent', reason: `${name} is not for this destination` });
    } else {
      expect('body' in request && { ...request, body: JSON.parse(request.body) }).toStrictEqual(
        expectedRequest,
      );
    }
  });
});

describe.each(all)('$name', (destination) => {
  it('receives the same request on every attempt', () => {
    const conversion = aConversion('Purchase');
    expect(requestFor(destination, conversion, nowMs + 46 * 3_600_000)).toEqual(
      requestFor(destination, conversion),
    );
  });

  it('receives no secret in its URL unless the protocol requires it', () => {
    const request = requestFor(destination, aConversion('Purchase'));
    const hasSecret = 'url' in request && /token|secret/.test(request.url);
    expect(hasSecret).toBe(destination.name === 'ga4');
  });
});

it.each([
  ['meta', { ...json, authorization: 'Bearer meta-token' }],
  ['tiktok', { ...json, 'access-token': 'tiktok-token' }],
  ['ga4', json],
] as const)('%s receives JSON, with its token where it has one', (name, headers) => {
  expect(requestFor(destinationByName(name), aConversion('Purchase'))).toMatchObject({ headers });
});

it('accepts only the events that a destination receives', () => {
  const rejected = conversionNames.filter((name) => !destinationByName('ad-tracking').accepts(name));
  expect(rejected).toEqual(['PageView', 'Lead']);
});

const day = 24 * 3_600_000;
it.each([
  ['ad-tracking', 7],
  ['meta', 7],
  ['tiktok', 7],
  ['ga4', 3],
] as const)('%s receives no event older than %d days', (name, days) => {
  const old = aConversion('Purchase', { atMs: nowMs - days * day });
  expect(requestFor(destinationByName(name), old)).toHaveProperty('body');
  expect(requestFor(destinationByName(name), old, nowMs + 1)).toEqual({
    status: 'permanent',
    reason: `older than ${days} days`,
  });
});

it.each([
  ['no transaction id', { transactionId: undefined }, 'transaction_id'],
  ['an empty transaction id', { transactionId: '' }, 'transaction_id'],
  ['no value', { valueMinor: undefined }, 'value'],
  ['no items', { contentId: undefined }, 'items'],
])('does not send GA4 a purchase with %s, which it would drop silently', (_, changes, member) => {
  expect(requestFor(destinationByName('ga4'), aConversion('Purchase', changes))).toEqual({
    status: 'permanent',
    reason: `not valid: events.0.params.${member}`,
  });
});

it('identifies a visit to GA4 by the same two numbers, and different visits by different ones', () => {
  const clientOf = (visitId: string) => {
    const request = requestFor(destinationByName('ga4'), aConversion('Lead', { visitId }));
    return 'body' in request ? JSON.parse(request.body).client_id : null;
  };
  expect(clientOf('visit-1')).toBe(clientOf('visit-1'));
  expect(clientOf('visit-2')).not.toBe(clientOf('visit-1'));
});

it('defaults the currency of an event to EUR', () => {
  const { currency: _, ...unknown } = aConversion('InitiateCheckout');
  const delivery = { id: 'd', payload: JSON.stringify(unknown), attempts: 1, created_at: nowMs };
  const request = destinationByName('ad-tracking').request(delivery, nowMs);
  expect('body' in request && JSON.parse(request.body).currency).toBe('EUR');
});

it.each([
  ['A.da+Ad@Gmail.com', 'ada@gmail.com'],
  ['a.d.a@googlemail.com', 'ada@googlemail.com'],
  ['A.da+ad@example.com', 'a.da+ad@example.com'],
])('hashes %s for Google like %s', (given, normalized) => {
  expect(hashEmailForGoogle(given)).toBe(sha256(normalized));
});

it('hashes an email trimmed and in lower case', () => {
  expect(hashEmail(' Ada@Example.com ')).toBe(hashEmail('ada@example.com'));
  expect(hashEmail('test@example.com')).toBe(
    '973dfe463ec85785f5f95af5ba3906eedb2d931c24e69824a89ea65dba4e813b',
  );
});

it('has no destination by default', () => {
  expect(adDestinations(readConfig({ NODE_ENV: 'test' }))).toEqual([]);
});
