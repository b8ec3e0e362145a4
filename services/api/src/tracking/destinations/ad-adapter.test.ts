import type { DeliveryOutcome } from '@funnel/service-kit/jobs/destination';

import { readConfig } from '../../platform/config.ts';
import { adDestinations, type AdDestinationName } from './ad-destinations.ts';

const all = adDestinations(
  readConfig({
    NODE_ENV: 'test',
    META_PIXEL_ID: '1234567890',
    META_ACCESS_TOKEN: 't',
    TIKTOK_PIXEL_ID: 'C4A1B2C3',
    TIKTOK_ACCESS_TOKEN: 't',
    GA4_MEASUREMENT_ID: 'G-AB12CD34',
    GA4_API_SECRET: 's',
    AD_TRACKING_URL: 'https://tracking.example.com',
    AD_TRACKING_TOKEN: 't',
    AD_PLATFORM_URL: 'https://ads.example.com',
    AD_PLATFORM_PIXEL_ID: 'PX-1',
  }),
);
type Class = DeliveryOutcome['status'];
type Case = readonly [status: number, body: string, becomes: Class];

const metaError = (code: number, status: number, becomes: Class, error_subcode?: number): Case => [
  status,
  JSON.stringify({ error: { message: 'm', type: 'OAuthException', code, error_subcode, fbtrace_id: 'f' } }),
  becomes,
];
const tiktokCode = (code: number, becomes: Class): Case => [
  200,
  JSON.stringify({ code, message: 'm', request_id: 'r', data: {} }),
  becomes,
];
/** Expectations for ad platforms that report errors by status. */
const byStatus: readonly Case[] = [
  [200, '{}', 'delivered'],
  [201, '{}', 'delivered'],
  [301, '', 'retryable'],
  [307, '', 'retryable'],
  [400, '', 'permanent'],
  [401, '', 'retryable'],
  [403, '', 'retryable'],
  [404, '', 'retryable'],
  [408, '', 'retryable'],
  [410, '', 'permanent'],
  [413, '', 'permanent'],
  [422, '', 'permanent'],
  [429, '', 'retryable'],
  [500, '', 'retryable'],
  [502, '', 'retryable'],
  [503, '', 'retryable'],
];
const failures = byStatus.filter(([status]) => status >= 300);

const responses: Record<AdDestinationName, readonly Case[]> = {
  meta: [
    [200, '{"events_received":1,"messages":[],"fbtrace_id":"f"}', 'delivered'],
    [200, '{"events_received":0}', 'retryable'],
    [200, '<html>', 'retryable'],
    // https://developers.facebook.com/docs/graph-api/guides/error-handling
    ...[100, 105].map((code) => metaError(code, 400, 'permanent')),
    ...[3, 10, 102, 190, 200, 294].map((code) => metaError(code, 400, 'stopped')),
    // The pixel "does not exist, cannot be loaded due to missing permissions, or does not support this operation".
    metaError(100, 400, 'stopped', 33),
    metaError(100, 400, 'permanent', 2804003),
    metaError(190, 400, 'stopped', 463),
    metaError(190, 200, 'stopped'),
    metaError(190, 401, 'stopped'),
    ...[1, 2, 4, 17, 341, 368, 613, 80003].map((code) => metaError(code, 400, 'retryable')),
    metaError(2, 500, 'retryable'),
    metaError(4, 200, 'retryable'),
    ...failures,
  ],
  tiktok: [
    tiktokCode(0, 'delivered'),
    // https://business-api.tiktok.com/portal/docs?id=1737172488964097
    tiktokCode(20001, 'delivered'),
    tiktokCode(40002, 'permanent'),
    ...[40001, 40101, 40104, 40105].map((code) => tiktokCode(code, 'stopped')),
    ...[40100, 40700, 50000, 50002, 51305].map((code) => tiktokCode(code, 'retryable')),
    [200, '', 'retryable'],
    [200, '<html>', 'retryable'],
    ...failures,
  ],
  ga4: [[204, '', 'delivered'], ...byStatus],
  'ad-tracking': [
    ...byStatus,
    [200, '{"ok":true}', 'delivered'],
    [200, '{"error":null}', 'delivered'],
    [200, '{"ok":false}', 'retryable'],
    [200, '{"success":false}', 'retryable'],
    [200, '{"error":"no such event"}', 'retryable'],
    [200, '{"error":{"code":1}}', 'retryable'],
    [200, '{"code":40105}', 'retryable'],
    [200, '{"code":0}', 'delivered'],
    [200, '{"code":200}', 'delivered'],
    [200, '<html>', 'retryable'],
    [200, '', 'retryable'],
  ],
  'ad-platform': [
    [204, '', 'delivered'],
    [200, '<html>', 'delivered'],
    [200, '{"code":0}', 'delivered'],
    [200, '{"code":40105}', 'retryable'],
    [200, '{"error":"no such pixel"}', 'retryable'],
    [200, '{"ok":false}', 'retryable'],
    ...byStatus,
  ],
};

it('is tested for every ad platform', () => {
  expect(all.map(({ name }) => name).toSorted()).toEqual(Object.keys(responses).toSorted());
});

describe.each(all)('$name', ({ name, classify }) => {
  it.each(responses[name])('classifies %d %s as %s', (status, body, becomes) => {
    const outcome = classify({ status, headers: {}, body }, 0);
    expect(outcome.status).toBe(becomes);
    // A code or status for operators and logs, and no part of the payload.
    if ('reason' in outcome) expect(outcome.reason).toMatch(/^(code \d+, )?status \d+[ \w]*$/);
  });

  it.each(['', '{"error":{"code":4}}', '{"code":40100}'])(
    'waits as long as the response requests: %s',
    (body) => {
      expect(classify({ status: 429, headers: { 'retry-after': '90' }, body }, 0)).toMatchObject({
        status: 'retryable',
        retryAfterMs: 90_000,
      });
    },
  );
});
