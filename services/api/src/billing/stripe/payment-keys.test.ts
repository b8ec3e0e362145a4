import { ConfigError } from '@funnel/service-kit/settings';

import { readConfig } from '../../platform/config.ts';

const testKeys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const liveKeys = { ...testKeys, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };

const configErrors = (environment: Record<string, string>): string[] => {
  try {
    readConfig({ NODE_ENV: 'test', ...environment });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
};

it.each([
  ['test keys', testKeys],
  ['live keys', liveKeys],
  ['a restricted key', { ...liveKeys, STRIPE_SECRET_KEY: 'rk_live_1' }],
  ['two webhook secrets', { ...testKeys, STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2' }],
  [
    'test keys on this machine',
    { ...testKeys, PUBLIC_URL: 'http://localhost:3000', STRIPE_API_BASE: 'http://127.0.0.1:3010' },
  ],
  ['live keys at a public URL', { ...liveKeys, PUBLIC_URL: 'https://quiz.example.com' }],
  ['no keys', {}],
])('accepts %s', (_, environment) => {
  expect(configErrors(environment)).toEqual([]);
});

it.each([
  ['a secret key of another shape', { ...testKeys, STRIPE_SECRET_KEY: 'whsec_1' }, 'STRIPE_SECRET_KEY'],
  ['a secret key that was cut off', { ...testKeys, STRIPE_SECRET_KEY: 'sk_test_' }, 'STRIPE_SECRET_KEY'],
  [
    'the publishable key as the secret one',
    { ...testKeys, STRIPE_SECRET_KEY: 'pk_test_1' },
    'STRIPE_SECRET_KEY',
  ],
  [
    'the secret key as the publishable one',
    { ...testKeys, STRIPE_PUBLISHABLE_KEY: 'sk_test_1' },
    'STRIPE_PUBLISHABLE_KEY',
  ],
  ['a key with a space in it', { ...testKeys, STRIPE_SECRET_KEY: 'sk_test_1 2' }, 'STRIPE_SECRET_KEY'],
  ['no publishable key', { ...testKeys, STRIPE_PUBLISHABLE_KEY: '' }, 'STRIPE_PUBLISHABLE_KEY'],
  ['no secret key', { ...testKeys, STRIPE_SECRET_KEY: '' }, 'STRIPE_SECRET_KEY'],
  [
    'a live key for the page only',
    { ...testKeys, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
    'STRIPE_PUBLISHABLE_KEY',
  ],
  [
    'a live key for the service only',
    { ...liveKeys, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
    'STRIPE_PUBLISHABLE_KEY',
  ],
  ['no webhook secret', { ...testKeys, STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET'],
  [
    'a webhook secret of another shape',
    { ...testKeys, STRIPE_WEBHOOK_SECRET: 'whsec_1,sk_test_1' },
    'STRIPE_WEBHOOK_SECRET',
  ],
  [
    'live keys with an API on this machine',
    { ...liveKeys, STRIPE_API_BASE: 'http://127.0.0.1:3010' },
    'STRIPE_API_BASE',
  ],
  [
    'live keys with a script on this machine',
    { ...liveKeys, STRIPE_JS_URL: 'http://127.0.0.1:3010/v3/' },
    'STRIPE_JS_URL',
  ],
  ['live keys on this machine', { ...liveKeys, PUBLIC_URL: 'https://localhost:3000' }, 'PUBLIC_URL'],
  ['live keys without https', { ...liveKeys, PUBLIC_URL: 'http://quiz.example.com' }, 'PUBLIC_URL'],
  [
    'an app webhook without a secret',
    { APP_WEBHOOK_URL: 'https://app.example.com/hook' },
    'APP_WEBHOOK_SECRET',
  ],
])('rejects %s with one line that names the setting and gives an example', (_, environment, name) => {
  expect(configErrors(environment)).toEqual([
    expect.stringMatching(new RegExp(`^${name}: .+\\. Example: ${name}=\\S`)),
  ]);
});
