import * as fc from 'fast-check';

import * as api from '../api.ts';
import { offerResponseSchema } from '../offer.ts';
import { problemSchema } from '../problems.ts';
import { releaseNamesSchema, releaseSetSchema } from '../release.ts';
import {
  isCheckoutSessionResponse,
  isCreateCheckoutResponse,
  isPurchaseResponse,
} from './checkout-responses.ts';
import { isOfferResponse } from './offer-response.ts';
import { isProblem } from './problem.ts';
import { isPublicConfig } from './public-config.ts';
import { isReleaseNames, isReleaseSet } from './release-set.ts';

const remote = {
  name: 'mfe-quiz',
  version: '1.2.0+1a2b3c4d',
  container: 'mfe_quiz_1_2_0_1a2b3c4d',
  base: '/remotes/mfe-quiz/1.2.0+1a2b3c4d/',
  entry: 'remoteEntry.js',
  contract: 1,
  paths: ['/', '/step-1'],
  widgets: ['dialog'],
  preload: ['remote.js'],
  integrity: { '/remotes/mfe-quiz/1.2.0+1a2b3c4d/remote.js': 'sha384-a' },
};
const set = { id: 's', number: 7, shell: '1.0.0', remotes: [remote], previous: [remote], isPreview: true };
const config = {
  currency: 'USD',
  stripe: { publishableKey: 'pk', scriptUrl: 'https://example.com/v3' },
  consent: 'implied',
  offerExpiry: 'header',
  checkoutPresentation: 'page',
  claims: 'all',
  links: { app: 'a', supportEmail: 's@example.com', portalLogin: 'p', appStore: null, googlePlay: null },
};
const opened = {
  sessionId: 'cs_1',
  clientSecret: 'cs_1_secret',
  amountMinor: 1999,
  renewalMinor: 3999,
  renewalNotice: 'First 4 weeks at €19.99, then €39.99 every 4 weeks until canceled.',
  currency: 'EUR',
  plan: { planId: 'plan2', name: '4-WEEK PLAN' },
};
const session = {
  status: 'paid',
  plan: { planId: 'plan1', name: '1-WEEK PLAN' },
  amountMinor: 693,
  currency: 'USD',
  taxMinor: 0,
  email: 'v@example.com',
  activationToken: 'token',
};
const problem = {
  type: 'urn:problem:internal',
  title: 'A title',
  status: 500,
  code: 'internal',
  detail: 'More',
};

const pairs = [
  ['settings of the page', isPublicConfig, api.publicConfigSchema, config],
  ['release set', isReleaseSet, releaseSetSchema, set],
  ['names of a release set', isReleaseNames, releaseNamesSchema, set],
  ['opened checkout session', isCreateCheckoutResponse, api.createCheckoutResponseSchema, opened],
  ['state of a checkout session', isCheckoutSessionResponse, api.checkoutSessionResponseSchema, session],
  ['purchase', isPurchaseResponse, api.purchaseResponseSchema, { ...session, sessionId: 'cs_1' }],
  ['time left', isOfferResponse, offerResponseSchema, { remainingMs: 597_000 }],
  ['problem', isProblem, problemSchema, problem],
] as const;

/** Every path to a value inside `value`, from the value itself on. */
function pathsIn(value: unknown): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const inner = Object.entries(value).flatMap(([key, part]) => pathsIn(part).map((path) => [key, ...path]));
  return [[], ...inner];
}

/** A copy of `value` with the value at `path` replaced by `replacement`, or left out if that is undefined. */
function replaceAt(value: unknown, [key, ...rest]: readonly string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((part, at) => (String(at) === key ? replaceAt(part, rest, replacement) : part));
  const entries = Object.entries(value).map(([name, part]) => [
    name,
    name === key ? replaceAt(part, rest, replacement) : part,
  ]);
  return Object.fromEntries(entries.filter(([, part]) => part !== undefined));
}

/** Values that look right at first glance, and any other JSON. */
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    false,
    [],
    [null],
    [[]],
    {},
    { length: 1 },
    { toString: 1 },
  ),
  fc.constantFrom(0, -1, 1, 1.5, 597_000, 597_001, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1e308),
  fc.constantFrom('', ' ', '0', 'true', '[object Object]', '__proto__', 'plan99', 'usd', 'USD', 'paid'),
  fc.constantFrom(
    '1.0.0',
    'v1.0.0',
    '1.0.0\n',
    '1.0',
    '1.0.0+ab',
    'mfe-quiz',
    'Mfe-quiz',
    'm',
    `m${'a'.repeat(31)}`,
  ),
  fc.jsonValue(),
);

describe.each(pairs)('the guard of the %s', (_, guard, schema, sample) => {
  it('accepts it', () => {
    expect([guard(sample), schema.safeParse(sample).success]).toEqual([true, true]);
  });

  it('accepts and rejects what the schema does', () => {
    const change = fc.tuple(fc.constantFrom(...pathsIn(sample)), hostile);
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const value = changes.reduce<unknown>((at, [path, part]) => replaceAt(at, path, part), sample);
        expect(guard(value)).toBe(schema.safeParse(value).success);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([undefined, Number.NaN, () => sample, [sample], JSON.stringify(sample)])('rejects %p', (value) => {
    expect([guard(value), schema.safeParse(value).success]).toEqual([false, false]);
  });
});

it('a purchase of a plan that the page does not know is accepted, and a form for one is not', () => {
  const plan = { planId: 'plan99', name: 'plan99' };
  const bought = { ...session, plan };
  expect([isCheckoutSessionResponse(bought), isPurchaseResponse({ ...bought, sessionId: 'cs_1' })]).toEqual([
    true,
    true,
  ]);
  expect(isCreateCheckoutResponse({ ...opened, plan })).toBe(false);
});
