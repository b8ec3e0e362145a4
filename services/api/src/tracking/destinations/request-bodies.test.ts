import { conversionNames, type ConversionName } from '@funnel/contracts/events';

import { readConfig } from '../../platform/config.ts';
import type { Conversion } from '../conversions/conversion.ts';
import { adDestinations } from './ad-destinations.ts';

const environment = {
  META_PIXEL_ID: '1234567890',
  META_ACCESS_TOKEN: 'meta-token',
  TIKTOK_PIXEL_ID: 'C4A1B2C3',
  TIKTOK_ACCESS_TOKEN: 'tiktok-token',
  GA4_MEASUREMENT_ID: 'G-AB12CD34',
  GA4_API_SECRET: 'ga4-secret',
};
const nowMs = Date.UTC(2026, 0, 15, 12);
/** SHA-256 of `a.da+ad@gmail.com`, of `ada@gmail.com`, and of `visit-1`. */
const [plainHash, gmailHash, visitHash] = [
  '759e561379374e05315535be801347a1abfe12b49ce6be9a2198f565dace19d7',
  '0b1464eea2122a8b083e439ee4757813a08a3adfa0a9a415fdd862ef5e3f894e',
  'b5bdb802075c020a4014aed286fe5335c19150765fe2990046e8be148658f6d7',
];
const clickIds = {
  fbc: 'fb.1.1768478390000.IwAR0',
  ttclid: 'E.C.P.1',
  gclid: 'Cj0K',
  gbraid: '0AAA',
  wbraid: 'ClwK',
};
type Basis = Conversion['trace']['consent'];

const about: Record<ConversionName, Partial<Conversion> & { readonly path: string }> = {
  PageView: { path: '/', startsSession: true },
  ViewContent: { path: '/info-3', contentName: 'Trading Information Page', contentId: 'info-step-3' },
  Lead: { path: '/' },
  InitiateCheckout: { path: '/checkout' },
  Purchase: { path: '/payment-success', transactionId: 'cs_test_1' },
};
const plan = { valueMinor: 1999, currency: 'EUR', contentName: '4-WEEK PLAN', contentId: 'plan2' } as const;
const isPlan = (name: ConversionName) => name === 'InitiateCheckout' || name === 'Purchase';
/** The email is known from the lead on. */
const hasEmail = (name: ConversionName) => name === 'Lead' || isPlan(name);

function aConversion(name: ConversionName, consent: Basis, isFromAd: boolean): Conversion {
  const { path, ...members } = about[name];
  return {
    id: `event-${name}`,
    name,
    atMs: nowMs,
    visitId: 'visit-1',
    setId: 's',
    url: `https://quiz.example.com${path}`,
    currency: 'EUR',
    ...(isPlan(name) && plan),
    ...(hasEmail(name) && { emailSha256: plainHash, googleEmailSha256: gmailHash }),
    ...members,
    trace: {
      origin: 'https://quiz.example.com',
      address: '203.0.113.7',
      agent: 'Browser/1',
      attribution: isFromAd
        ? {
            ...clickIds,
            utm_id: '77',
            utm_source: 'meta',
            utm_campaign: 'spring',
            referrer: 'm.facebook.com',
          }
        : {},
      browserIds: { fbp: 'fb.1.1768478390000.1098115397', sessionId: '1768478390', activeAt: '1768478400' },
      ttp: '2aXZ_ttp-cookie',
      locale: 'de-DE',
      currency: 'EUR',
      consent,
    },
  };
}

/** https://developers.facebook.com/docs/marketing-api/conversions-api/parameters: server events, customer and custom data. */
function metaBody(name: ConversionName, isFromAd: boolean) {
  const money = { currency: 'EUR', value: 19.99 };
  const product = { content_type: 'product', num_items: 1 };
  const custom = {
    PageView: {},
    ViewContent: {
      content_name: 'Trading Information Page',
      content_ids: ['info-step-3'],
      contents: [{ id: 'info-step-3', quantity: 1 }],
      ...product,
    },
    Lead: {},
    InitiateCheckout: {
      ...money,
      content_name: '4-WEEK PLAN',
      content_ids: ['plan2'],
      contents: [{ id: 'plan2', quantity: 1, item_price: 19.99 }],
      ...product,
    },
    Purchase: {
      ...money,
      order_id: 'cs_test_1',
      content_name: '4-WEEK PLAN',
      content_ids: ['plan2'],
      contents: [{ id: 'plan2', quantity: 1, item_price: 19.99 }],
      ...product,
    },
  };
  return {
    data: [
      {
        event_name: name,
        event_time: 1768478400,
        event_id: `event-${name}`,
        action_source: 'website',
        event_source_url: `https://quiz.example.com${about[name].path}`,
        user_data: {
          ...(hasEmail(name) && { em: [plainHash] }),
          external_id: [visitHash],
          client_ip_address: '203.0.113.7',
          client_user_agent: 'Browser/1',
          ...(isFromAd && { fbc: 'fb.1.1768478390000.IwAR0' }),
          fbp: 'fb.1.1768478390000.1098115397',
        },
        custom_data: custom[name],
      },
    ],
  };
}

/** https://business-api.tiktok.com/portal/docs?id=1771101027431425 (parameters) and ?id=1771101186666498 (event names). */
function tiktokBody(name: ConversionName, isFromAd: boolean) {
  const money = { currency: 'EUR', value: 19.99 };
  const contents = [{ content_id: 'plan2', content_name: '4-WEEK PLAN', quantity: 1, price: 19.99 }];
  const properties = {
    PageView: {},
    ViewContent: {
      contents: [{ content_id: 'info-step-3', content_name: 'Trading Information Page', quantity: 1 }],
      content_type: 'product',
    },
    Lead: {},
    InitiateCheckout: { ...money, contents, content_type: 'product' },
    Purchase: { ...money, contents, content_type: 'product', order_id: 'cs_test_1' },
  };
  return {
    event_source: 'web',
    event_source_id: 'C4A1B2C3',
    data: [
      {
        event: name === 'PageView' ? 'Pageview' : name,
        event_time: 1768478400,
        event_id: `event-${name}`,
        user: {
          ...(hasEmail(name) && { email: plainHash }),
          external_id: visitHash,
          ip: '203.0.113.7',
          user_agent: 'Browser/1',
          ...(isFromAd && { ttclid: 'E.C.P.1' }),
          ttp: '2aXZ_ttp-cookie',
          locale: 'de-DE',
        },
        page: {
          url: `https://quiz.example.com${about[name].path}`,
          ...(isFromAd && { referrer: 'https://m.facebook.com/' }),
        },
        properties: properties[name],
      },
    ],
  };
}

/**
 * https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference (body, consent, user_data) and
 * …/reference/events (names and parameters).
 */
function ga4Body(name: ConversionName, consent: Basis, isFromAd: boolean) {
  const page = `https://quiz.example.com${about[name].path}`;
  const landing = `${page}?gclid=Cj0K&gbraid=0AAA&wbraid=ClwK`;
  const common = {
    session_id: '1768478390',
    engagement_time_msec: 1,
    page_location: name === 'PageView' && isFromAd ? landing : page,
  };
  const money = { currency: 'EUR', value: 19.99 };
  const items = [{ item_id: 'plan2', item_name: '4-WEEK PLAN', price: 19.99, quantity: 1 }];
  const [event, params] = {
    PageView: ['page_view', {}] as const,
    ViewContent: [
      'view_item',
      { items: [{ item_id: 'info-step-3', item_name: 'Trading Information Page', quantity: 1 }] },
    ] as const,
    Lead: ['generate_lead', {}] as const,
    InitiateCheckout: ['begin_checkout', { ...money, items }] as const,
    Purchase: ['purchase', { ...money, items, transaction_id: 'cs_test_1' }] as const,
  }[name];
  const campaign = { campaign_id: '77', campaign: 'spring', source: 'meta' };
  return {
    client_id: '3049109506.123470346',
    ...(hasEmail(name) && {
      user_id: 'f97770e6190bfb614cfcb48da42b8bd2',
      user_data: { sha256_email_address: [gmailHash] },
    }),
    timestamp_micros: 1768478400000000,
    ...(consent === 'granted' && { consent: { ad_user_data: 'GRANTED', ad_personalization: 'DENIED' } }),
    user_agent: 'Browser/1',
    ip_override: '203.0.113.7',
    events: [
      ...(name === 'PageView' && isFromAd
        ? [{ name: 'campaign_details', params: { ...common, ...campaign } }]
        : []),
      { name: event, params: { ...common, event_id: `event-${name}`, ...params } },
    ],
  };
}

const bodies = { meta: metaBody, tiktok: tiktokBody } as const;
const platforms = ['meta', 'tiktok', 'ga4'] as const;
const cases = platforms.flatMap((platform) =>
  conversionNames.flatMap((event) =>
    (['granted', 'implied'] as const).flatMap((consent) =>
      ([true, false] as const).map((isFromAd) => ({ platform, event, consent, isFromAd })),
    ),
  ),
);

function requestOf(conversion: Conversion, platform: string, settings: Record<string, string> = {}) {
  const destination = adDestinations(readConfig({ NODE_ENV: 'test', ...environment, ...settings })).find(
    ({ name }) => name === platform,
  );
  const delivery = { id: 'd', payload: JSON.stringify(conversion), attempts: 1, created_at: nowMs };
  const request = destination?.request(delivery, nowMs);
  if (!request) throw new Error(`${platform} is not configured`);
  return 'status' in request ? request : { ...request, body: JSON.parse(request.body) };
}
const bodyOf = (...args: Parameters<typeof requestOf>) => {
  const request = requestOf(...args);
  return 'body' in request ? request.body : request;
};

it.each(cases)(
  'sends $platform exactly the expected $event with $consent consent, from an ad: $isFromAd',
  ({ platform, event, consent, isFromAd }) => {
    const expected =
      platform === 'ga4' ? ga4Body(event, consent, isFromAd) : bodies[platform](event, isFromAd);
    expect(bodyOf(aConversion(event, consent, isFromAd), platform)).toStrictEqual(expected);
  },
);

it.each(cases.filter(({ consent }) => consent === 'implied'))(
  'sends $platform no $event without a given consent where consent is required, from an ad: $isFromAd',
  ({ platform, event, isFromAd }) => {
    expect(bodyOf(aConversion(event, 'implied', isFromAd), platform, { CONSENT: 'required' })).toEqual({
      status: 'permanent',
      reason: 'the visitor was not asked',
    });
  },
);

it.each(conversionNames)('never says GRANTED of a %s whose consent was not given', (event) => {
  const sent = platforms.map((platform) =>
    JSON.stringify(bodyOf(aConversion(event, 'implied', true), platform)),
  );
  expect(sent.join()).not.toContain('GRANTED');
});

it.each([
  ['meta', { META_TEST_EVENT_CODE: 'TEST123' }],
  ['tiktok', { TIKTOK_TEST_EVENT_CODE: 'TEST123' }],
])('marks the test events of %s at the top of the body', (platform, settings) => {
  const conversion = aConversion('Lead', 'granted', true);
  expect(bodyOf(conversion, platform, settings)).toEqual({
    ...bodyOf(conversion, platform),
    test_event_code: 'TEST123',
  });
});

it('keeps the last click on an ad at Meta after another campaign', () => {
  const conversion = aConversion('Lead', 'granted', false);
  const browserIds = { ...conversion.trace.browserIds, fbc: 'fb.1.1768000000000.older' };
  const trace = { ...conversion.trace, browserIds };
  expect(bodyOf({ ...conversion, trace }, 'meta').data[0].user_data.fbc).toBe('fb.1.1768000000000.older');
});

it('sends the click on an ad at Meta that led to this visit, and not an older one', () => {
  const conversion = aConversion('Lead', 'granted', true);
  const browserIds = { ...conversion.trace.browserIds, fbc: 'fb.1.1768000000000.older' };
  const trace = { ...conversion.trace, browserIds };
  expect(bodyOf({ ...conversion, trace }, 'meta').data[0].user_data.fbc).toBe('fb.1.1768478390000.IwAR0');
});
