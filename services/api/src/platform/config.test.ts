import { ConfigError } from '@funnel/service-kit/settings';
import Stripe from 'stripe';

import { readConfig } from './config.ts';

const errorOf = (environment: Record<string, string>) => {
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

it('needs no settings in development', () => {
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

it.each([24, 64])('accepts a secret of %i bytes, with and without padding', (length) => {
  const encoded = Buffer.alloc(length, 7).toString('base64');
  const { APP_WEBHOOK_SECRET } = readConfig({
    NODE_ENV: 'test',
    APP_WEBHOOK_SECRET: `whsec_${encoded},whsec_${encoded.replace(/=+$/, '')}`,
  });
  expect(APP_WEBHOOK_SECRET).toHaveLength(2);
});

it('accepts several values with or without a space after each comma', () => {
  const OPERATOR_TOKEN = 'ann:a-token-of-sixteen-or-more, ben:another-token-of-ben,cy:the-token-of-cyrus';
  expect(readConfig({ NODE_ENV: 'test', OPERATOR_TOKEN }).OPERATOR_TOKEN).toEqual([
    'ann:a-token-of-sixteen-or-more',
    'ben:another-token-of-ben',
    'cy:the-token-of-cyrus',
  ]);
});

it('accepts a public URL with an ending slash, and takes its origin', () => {
  expect(readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'https://Quiz.example.com:443/' }).PUBLIC_URL).toBe(
    'https://quiz.example.com',
  );
});

it.each(['APP_URL', 'META_API_BASE', 'TIKTOK_API_BASE', 'GA4_API_BASE'] as const)(
  'accepts %s with an ending slash, which it leaves out, and with a path',
  (name) => {
    const config = readConfig({ NODE_ENV: 'test', [name]: 'https://example.com/app/' });
    expect(config[name]).toBe('https://example.com/app');
  },
);

it('accepts STRIPE_API_BASE with an ending slash, and rejects a path, which the library of Stripe would drop', () => {
  const read = (url: string) => readConfig({ NODE_ENV: 'test', ...stripe, STRIPE_API_BASE: url });
  expect(read('http://127.0.0.1:3010/').stripe?.apiBase).toBe('http://127.0.0.1:3010');
  expect(errorOf({ ...stripe, STRIPE_API_BASE: 'http://127.0.0.1:3010/stripe' })).toContain(
    'STRIPE_API_BASE: must be an http or https URL without a path',
  );
});

it('defaults to production, with every development feature off', () => {
  expect(readConfig(production)).toMatchObject({
    NODE_ENV: 'production',
    allowPrivateDestinations: false,
    requireCertification: true,
  });
});

it.each(['PUBLIC_URL', 'SECRET_KEY', 'OPERATOR_TOKEN'])('does not start in production without %s', (name) => {
  const environment: Record<string, string> = { ...production, [name]: '', NODE_ENV: '' };
  expect(errorOf(environment)).toMatch(new RegExp(`^${name}: is required in production.* Example: `));
});

it('rejects the key of its own example', () => {
  const [, example = ''] = /Example: SECRET_KEY=(.*)$/m.exec(errorOf({ SECRET_KEY: 'short' })) ?? [];
  expect(example).not.toBe('');
  expect(errorOf({ SECRET_KEY: example })).toMatch(/^SECRET_KEY: /);
});

it('requires no production settings for commands', () => {
  expect(readConfig({}, { isServing: false })).toMatchObject({ NODE_ENV: 'production', DATA_DIR: '.data' });
});

it('requires no operator token if operators are not served', () => {
  expect(readConfig({ ...production, OPERATOR_TOKEN: '', SERVE: 'visitors' }).OPERATOR_TOKEN).toEqual([]);
});

it.each(['0.0.0.0', '10.0.0.5', 'quiz.example.com', '::', 'localhost.example.com', '127.0.0.1.example.com'])(
  'rejects the host %s outside of production',
  (host) => {
    for (const NODE_ENV of ['development', 'test']) {
      expect(errorOf({ NODE_ENV, HOST: host })).toMatch(
        /^HOST: must be a loopback address with NODE_ENV=\w+. Example: HOST=127\.0\.0\.1$/m,
      );
      expect(errorOf({ NODE_ENV, OPERATOR_HOST: host })).toMatch(
        /^OPERATOR_HOST: must be a loopback address with NODE_ENV=\w+. Example: OPERATOR_HOST=127\.0\.0\.1$/m,
      );
    }
  },
);

it('rejects one host name for visitors and operators', () => {
  const urls = { PUBLIC_URL: 'https://quiz.example', OPERATOR_URL: 'https://quiz.example:8443' };
  expect(errorOf(urls)).toMatch(/^OPERATOR_URL: must have another host name than PUBLIC_URL/);
  expect(errorOf({ ...urls, OPERATOR_URL: 'https://console.quiz.example' })).toBe('none');
});

it('requires the URL of the console if other machines can reach it', () => {
  const anywhere = { ...production, NODE_ENV: 'production', OPERATOR_HOST: '0.0.0.0' };
  expect(errorOf(anywhere)).toMatch(/^OPERATOR_URL: is required/);
  expect(errorOf({ ...anywhere, OPERATOR_URL: 'https://console.example' })).toBe('none');
});

it('rejects one port for visitors and operators', () => {
  expect(errorOf({ PORT: '3001' })).toMatch(/^PORT: must differ from OPERATOR_PORT/);
  expect(errorOf({ PORT: '3001', SERVE: 'visitors' })).toBe('none');
});

it('treats an empty value as unset', () => {
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
  // The example of the Standard Webhooks specification, alone and beside another one.
  ['LEAD_WEBHOOK_SECRET', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ['APP_WEBHOOK_SECRET', `whsec_${'a'.repeat(44)},whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw`],
  ['ALLOW_PRIVATE_DESTINATIONS', 'perhaps'],
  ['CONSENT', 'maybe'],
  ['META_PIXEL_ID', 'my-pixel'],
  ['GA4_MEASUREMENT_ID', 'UA-1'],
  ['AD_TRACKING_URL', 'tracking.example.com'],
  ['REMOTES_ORIGIN', 'https://cdn.example.com/files'],
  ['REMOTES_ORIGIN', 'http://cdn.example.com'],
  ['STRIPE_SECRET_KEY', 'pk_test_1'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_1,other'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_'],
  ['META_ACCESS_TOKEN', 'token\nother'],
  ['PORT', ' '],
  ['PORT', '0x1F90'],
  ['PORT', '3e3'],
  ['TRUST_PROXY', ' '],
  ['RETENTION_DAYS', '-1'],
  ['MAX_STORED_BUILDS_MB', '0'],
  ['PUBLIC_URL', 'https://quiz.example.com/funnel'],
  ['PUBLIC_URL', 'https://quiz.example.com?x=1'],
  ['PUBLIC_URL', 'https://quiz.example.com#y'],
  ['PUBLIC_URL', 'https://user@quiz.example.com'],
  ['SMTP_URL', 'smtp://%zz'],
  ['SMTP_URL', 'smtp://user:%zz@mail.example.com'],
  ['SMTP_URL', 'https://mail.example.com'],
  // 66 bytes, text that base64 never gives, and 23 bytes.
  ['APP_WEBHOOK_SECRET', `whsec_${'a'.repeat(88)}`],
  ['APP_WEBHOOK_SECRET', `whsec_${'a'.repeat(33)}`],
  ['APP_WEBHOOK_SECRET', `whsec_${Buffer.alloc(23).toString('base64')}`],
  // Padding that base64 never has here, after the published example too.
  ['LEAD_WEBHOOK_SECRET', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw='],
  ['APP_WEBHOOK_SECRET', `whsec_${'a'.repeat(44)}==`],
  ['ALERT_WEBHOOK_SECRET', `whsec_${Buffer.alloc(32).toString('base64')}==`],
  ['OPERATOR_TOKEN', 'ada:sixteen-characters-1,ada:sixteen-characters-2'],
  // Names that the history has for the service itself.
  ['OPERATOR_TOKEN', ['self-healing', 'sixteen-characters-1'].join(':')],
  ['OPERATOR_TOKEN', 'ada:sixteen-characters-1,canary-stages:sixteen-characters-2'],
  ['APP_URL', 'https://app.example.com/?campaign=quiz'],
  ['APP_URL', 'https://app.example.com/#start'],
  ['META_API_BASE', 'https://graph.facebook.com?version=1'],
])('rejects %s=%s in one line with the name, the reason and an example', (name, value) => {
  expect(errorOf({ [name]: value })).toMatch(new RegExp(`^${name}: .+\\. Example: ${name}=\\S.*$`, 'm'));
});

it.each([
  ['META_PIXEL_ID', '123', 'must be 5 to 20 digits'],
  ['TIKTOK_PIXEL_ID', 'C4', 'must be 5 to 40 letters and digits'],
  ['META_TEST_EVENT_CODE', 'T'.repeat(51), 'must be at most 50 letters and digits'],
  ['GA4_MEASUREMENT_ID', 'G-ab12cd34', 'must be G- and 4 to 20 capital letters and digits'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_', 'must be whsec_ and a secret without spaces'],
  [
    'SECRET_KEY',
    'thirty-two characters or more in words',
    'must have 32 characters or more, none of them a space',
  ],
  ['OPERATOR_TOKEN', 'sixteen characters', 'must have 16 characters or more, none of them a space'],
])('names as the reason against %s=%s what it does not fulfill', (name, value, reason) => {
  expect(errorOf({ [name]: value })).toContain(`${name}: ${reason}`);
});

it('does not print a rejected secret', () => {
  expect(
    errorOf({ OPERATOR_TOKEN: 'hunter2', STRIPE_SECRET_KEY: 'hunter2', SECRET_KEY: 'hunter2' }),
  ).not.toContain('hunter2');
});

it.each([
  ['NODE_ENV', 'development, test or production'],
  ['SERVE', 'visitors, operators or both'],
  ['PAYMENTS', 'sandbox or stripe'],
  ['LOG_LEVEL', 'trace, debug, info, warn, error or silent'],
  ['CONSENT', 'implied or required'],
  ['OFFER_EXPIRY', 'header or enforce'],
  ['CHECKOUT_PRESENTATION', 'page or dialog'],
  ['CLAIMS', 'all or strict'],
])('lists the allowed values of %s', (name, values) => {
  expect(errorOf({ [name]: 'othr' })).toMatch(
    new RegExp(`^${name}: must be ${values}; got "othr"\\. Example: ${name}=`),
  );
});

it('reports every invalid setting at once', () => {
  expect(errorOf({ PORT: 'x', CONSENT: 'y' }).split('\n')).toHaveLength(2);
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
])('rejects contradictory Stripe settings (%#)', (environment, name) => {
  expect(errorOf(environment)).toMatch(new RegExp(`^${name}: `));
});

it.each([
  ['META_PIXEL_ID', '1234567890', 'META_ACCESS_TOKEN', 'hunter2'],
  ['TIKTOK_PIXEL_ID', 'C4A1B2C3', 'TIKTOK_ACCESS_TOKEN', 'hunter2'],
  ['GA4_MEASUREMENT_ID', 'G-AB12CD34', 'GA4_API_SECRET', 'hunter2'],
  ['AD_TRACKING_URL', 'https://a.example', 'AD_TRACKING_TOKEN', 'hunter2'],
  ['AD_PLATFORM_URL', 'https://a.example', 'AD_PLATFORM_PIXEL_ID', 'PX-1'],
])('rejects %s=%s without %s, and the reverse', (one, value, other, secret) => {
  expect(errorOf({ [one]: value })).toMatch(new RegExp(`^${other}: is required with ${one}\\. Example: `));
  expect(errorOf({ [other]: secret })).toMatch(new RegExp(`^${one}: is required with ${other}\\. Example: `));
  expect(errorOf({ [one]: value, [other]: secret })).toBe('none');
});

it('loads the release of Stripe.js that matches the API version', () => {
  const [, release] = Stripe.API_VERSION.split('.');
  expect(readConfig({ ...production, ...stripe }).stripe?.scriptUrl).toBe(
    `https://js.stripe.com/${release}/stripe.js`,
  );
});

it.each([
  ['PUBLIC_URL', { PUBLIC_URL: 'http://quiz.example.com' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://localhost:3000' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://127.0.0.1' }],
  ['STRIPE_JS_URL', { STRIPE_JS_URL: 'https://scripts.example.com/v3/' }],
])('takes no real payments with %s in %j', (name, changed) => {
  const live = {
    PUBLIC_URL: 'https://quiz.example.com',
    STRIPE_SECRET_KEY: 'rk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  expect(errorOf(live)).toBe('none');
  expect(errorOf({ ...live, ...changed })).toMatch(
    new RegExp(`^${name}: must .+ with a live key\\. Example: `),
  );
  expect(errorOf({ ...live, ...stripe, ...changed })).toBe('none');
});

it('requires OPERATOR_URL with OIDC_ISSUERS, and https URLs of issuers in production', () => {
  const issuer = { OIDC_ISSUERS: 'https://token.example.com' };
  const url = { OPERATOR_URL: 'https://console.example.com' };
  expect(errorOf(issuer)).toMatch(/^OPERATOR_URL: is required with OIDC_ISSUERS, /);
  expect(errorOf({ ...issuer, ...url })).toBe('none');
  const insecure = { ...url, OIDC_ISSUERS: 'https://token.example.com,http://token.example.com' };
  expect(errorOf(insecure)).toBe('none');
  expect(errorOf({ ...production, ...insecure, NODE_ENV: 'production' })).toMatch(
    /^OIDC_ISSUERS: must be https URLs in production\. Example: /,
  );
});

it.each(['APP_WEBHOOK', 'ALERT_WEBHOOK'])('requires the secret that signs what %s_URL gets', (name) => {
  const url = { [`${name}_URL`]: 'https://hooks.example.com' };
  expect(errorOf(url)).toMatch(new RegExp(`^${name}_SECRET: is required with ${name}_URL\\. Example: `));
  expect(errorOf({ ...url, [`${name}_SECRET`]: `whsec_${'a'.repeat(44)}` })).toBe('none');
});

it('rejects private destinations in production by default', () => {
  expect(readConfig(production).allowPrivateDestinations).toBe(false);
  expect(readConfig({ ...production, ALLOW_PRIVATE_DESTINATIONS: 'true' }).allowPrivateDestinations).toBe(
    true,
  );
});
