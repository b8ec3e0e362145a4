import { ConfigError } from '@funnel/service-kit/settings';
import Stripe from 'stripe';

import { readConfig } from './config.ts';

const complaint = (environment: Record<string, string>) => {
  try {
    readConfig({ NODE_ENV: 'test', ...environment });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'none';
};

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

const production = {
  PUBLIC_URL: 'https://quiz.example.com',
  SECRET_KEY: 'a-secret-key-of-at-least-32-characters',
  OPERATOR_TOKEN: 'a-token-of-sixteen-or-more',
};

it('needs no settings at all in development', () => {
  expect(readConfig({ NODE_ENV: 'development' })).toMatchObject({
    PORT: 3000,
    OPERATOR_PORT: 3001,
    OPERATOR_HOST: '127.0.0.1',
    SERVE: 'both',
    DATA_DIR: '.data',
    stripe: null,
    allowPrivateDestinations: true,
    requireCertification: false,
  });
});

it('is in production where nothing else is said, with every development feature off', () => {
  expect(readConfig(production)).toMatchObject({
    NODE_ENV: 'production',
    allowPrivateDestinations: false,
    requireCertification: true,
  });
});

it.each(['PUBLIC_URL', 'SECRET_KEY', 'OPERATOR_TOKEN'])('does not start in production without %s', (name) => {
  const environment: Record<string, string> = { ...production, [name]: '', NODE_ENV: '' };
  expect(complaint(environment)).toMatch(new RegExp(`^${name}: is needed in production.* Example: `));
});

it('takes no key that an example shows', () => {
  const [, example = ''] = /Example: SECRET_KEY=(.*)$/m.exec(complaint({ SECRET_KEY: 'short' })) ?? [];
  expect(example).not.toBe('');
  expect(complaint({ SECRET_KEY: example })).toMatch(/^SECRET_KEY: /);
});

it('needs less for commands beside the service', () => {
  expect(readConfig({}, { isServing: false })).toMatchObject({ NODE_ENV: 'production', DATA_DIR: '.data' });
});

it('needs no operator token where operators are not served', () => {
  expect(readConfig({ ...production, OPERATOR_TOKEN: '', SERVE: 'visitors' }).OPERATOR_TOKEN).toEqual([]);
});

it.each(['0.0.0.0', '10.0.0.5', 'quiz.example.com', '::'])('does not develop on the address %s', (host) => {
  for (const NODE_ENV of ['development', 'test']) {
    expect(complaint({ NODE_ENV, HOST: host })).toMatch(/^HOST: must be a loopback address/);
    expect(complaint({ NODE_ENV, OPERATOR_HOST: host })).toMatch(
      /^OPERATOR_HOST: must be a loopback address/m,
    );
  }
});

it('does not show visitors and operators under one host name', () => {
  const urls = { PUBLIC_URL: 'https://quiz.example', OPERATOR_URL: 'https://quiz.example:8443' };
  expect(complaint(urls)).toMatch(/^OPERATOR_URL: must have another host name than PUBLIC_URL/);
  expect(complaint({ ...urls, OPERATOR_URL: 'https://console.quiz.example' })).toBe('none');
});

it('asks for the console’s address where others than this machine may reach it', () => {
  const anywhere = { ...production, NODE_ENV: 'production', OPERATOR_HOST: '0.0.0.0' };
  expect(complaint(anywhere)).toMatch(/^OPERATOR_URL: is needed/);
  expect(complaint({ ...anywhere, OPERATOR_URL: 'https://console.example' })).toBe('none');
});

it('does not serve visitors and operators on one port', () => {
  expect(complaint({ PORT: '3001' })).toMatch(/^PORT: must not be the OPERATOR_PORT/);
  expect(complaint({ PORT: '3001', SERVE: 'visitors' })).toBe('none');
});

it('takes an empty value for unset', () => {
  const [empty, unset] = [{ PORT: '', LEAD_WEBHOOK_URL: '' }, {}];
  expect(readConfig({ ...production, ...empty })).toEqual(readConfig({ ...production, ...unset }));
});

it.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'quiz.example.com'],
  ['TRUST_PROXY', '-1'],
  ['SERVE', 'all'],
  ['OPERATOR_PORT', '70000'],
  ['OPERATOR_URL', 'console.example.com'],
  ['SECRET_KEY', 'short'],
  ['NODE_ENV', 'staging'],
  ['OPERATOR_TOKEN', 'short'],
  ['OPERATOR_TOKEN', 'a-token-without-a-name,ada:short'],
  ['RATE_LIMIT_PER_MINUTE', '0'],
  ['DATABASE_URL', 'mysql://db'],
  ['LEAD_WEBHOOK_URL', 'ftp://hooks.example.com'],
  ['LEAD_WEBHOOK_SECRET', 'whsec_short'],
  ['LEAD_WEBHOOK_SECRET', `secret_${'a'.repeat(44)}`],
  ['ALLOW_PRIVATE_DESTINATIONS', 'perhaps'],
  ['CONSENT', 'maybe'],
  ['META_PIXEL_ID', 'my-pixel'],
  ['GA4_MEASUREMENT_ID', 'UA-1'],
  ['AD_TRACKING_URL', 'tracking.example.com'],
  ['STRIPE_SECRET_KEY', 'pk_test_1'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_1,other'],
])('refuses %s=%s in one line with its name, the reason and an example', (name, value) => {
  expect(complaint({ [name]: value })).toMatch(new RegExp(`^${name}: .+\\. Example: ${name}=\\S.*$`, 'm'));
});

it('does not repeat a refused secret', () => {
  expect(
    complaint({ OPERATOR_TOKEN: 'hunter2', STRIPE_SECRET_KEY: 'hunter2', SECRET_KEY: 'hunter2' }),
  ).not.toContain('hunter2');
});

it('names everything that is wrong at once', () => {
  expect(complaint({ PORT: 'x', CONSENT: 'y' }).split('\n')).toHaveLength(2);
});

it.each([
  [{ ...stripe, STRIPE_PUBLISHABLE_KEY: '' }, 'STRIPE_PUBLISHABLE_KEY'],
  [{ ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, 'STRIPE_PUBLISHABLE_KEY'],
  [{ ...stripe, STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET'],
  [
    {
      ...stripe,
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_API_BASE: 'http://a',
    },
    'STRIPE_API_BASE',
  ],
])('refuses Stripe settings that contradict each other (%#)', (environment, name) => {
  expect(complaint(environment)).toMatch(new RegExp(`^${name}: `));
});

it.each([
  ['META_PIXEL_ID', '1234567890', 'META_ACCESS_TOKEN', 'hunter2'],
  ['TIKTOK_PIXEL_ID', 'C4A1B2C3', 'TIKTOK_ACCESS_TOKEN', 'hunter2'],
  ['GA4_MEASUREMENT_ID', 'G-AB12CD34', 'GA4_API_SECRET', 'hunter2'],
  ['AD_TRACKING_URL', 'https://a.example', 'AD_TRACKING_TOKEN', 'hunter2'],
  ['AD_PLATFORM_URL', 'https://a.example', 'AD_PLATFORM_PIXEL_ID', 'PX-1'],
])('refuses %s=%s without %s, and the other way round', (one, value, other, secret) => {
  expect(complaint({ [one]: value })).toMatch(new RegExp(`^${other}: is needed beside ${one}\\. Example: `));
  expect(complaint({ [other]: secret })).toMatch(
    new RegExp(`^${one}: is needed beside ${other}\\. Example: `),
  );
  expect(complaint({ [one]: value, [other]: secret })).toBe('none');
});

it('has the browser load the release of Stripe.js that belongs to the version of the API we speak', () => {
  const [, release] = Stripe.API_VERSION.split('.');
  expect(readConfig({ ...production, ...stripe }).stripe?.scriptUrl).toBe(
    `https://js.stripe.com/${release}/stripe.js`,
  );
});

it('refuses private destinations in production unless told otherwise', () => {
  expect(readConfig(production).allowPrivateDestinations).toBe(false);
  expect(readConfig({ ...production, ALLOW_PRIVATE_DESTINATIONS: 'true' }).allowPrivateDestinations).toBe(
    true,
  );
});
