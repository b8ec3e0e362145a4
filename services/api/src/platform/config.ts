import { brand } from '@funnel/contracts/brand';
import { automaticActors } from '@funnel/contracts/release-management';
import {
  commaList,
  describeSettings,
  example,
  httpUrl,
  like,
  siteUrl,
  whole,
} from '@funnel/service-kit/settings';
import * as z from 'zod';

/** `a, b or c` */
const alternatives = (values: readonly string[]) =>
  [values.slice(0, -1).join(', '), ...values.slice(-1)].join(' or ');
/** Use it only for settings that are not secret, because the error repeats the value. */
const oneOf = <const Values extends readonly [string, string, ...string[]]>(...values: Values) =>
  z.enum(values, { error: ({ input }) => `must be ${alternatives(values)}; got "${String(input)}"` });
const boolean = z.stringbool({ error: 'must be true or false' });
/** Anybody can sign with the example of the Standard Webhooks specification. */
const publishedSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const signingSecretFormat = 'must be whsec_ and 24 to 64 bytes in base64; separate several by commas';

/** Whether it is base64 as an encoder writes it, with its padding or without. The library that signs rejects other padding. */
function isSigningSecret(secret: string): boolean {
  const text = secret.slice('whsec_'.length);
  const bytes = Buffer.from(text, 'base64');
  const padded = bytes.toString('base64');
  return [padded, padded.replace(/=+$/, '')].includes(text) && bytes.length >= 24 && bytes.length <= 64;
}

/** In the format of Standard Webhooks. Several while one is rotated. */
const signingSecrets = commaList
  .pipe(
    z.array(
      like(/^whsec_\S+$/, signingSecretFormat)
        .refine(isSigningSecret, { error: signingSecretFormat })
        .refine((secret) => secret !== publishedSecret, {
          error:
            'must not be the example of the Standard Webhooks specification, which anybody can sign with',
        }),
    ),
  )
  .default([])
  .meta(example('whsec_$(openssl rand -base64 32)'));

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** The beginning of URLs. Its value has no ending slash. */
const baseUrl = httpUrl
  .refine((url) => !/[?#]/.test(url), { error: 'must be an http or https URL without a query or fragment' })
  .overwrite((url) => url.replace(/\/+$/, ''));

const secret = like(/^\P{Cc}+$/u, 'must be one line').optional();
const testEventCode = like(/^\w{1,50}$/, 'must be at most 50 letters and digits').optional();

function isSmtpUrl(text: string): boolean {
  // A URL of a scheme that browsers do not know may have any host.
  const likeHttp = text.replace(/^smtps?:/, 'http:');
  if (likeHttp === text || /\s/.test(text) || !URL.canParse(likeHttp)) return false;
  const { username, password } = new URL(likeHttp);
  try {
    return [username, password].every((part) => decodeURIComponent(part).length <= part.length);
  } catch {
    return false;
  }
}

/** The names of `name:token` pairs. */
const operatorNames = (tokens: readonly string[]): string[] =>
  tokens.flatMap((token) => /^(.*?):/.exec(token)?.[1] ?? []);

/** Every variable that the service reads: its format, its default, and an example for the error. */
const environmentSchema = z.object({
  NODE_ENV: oneOf('development', 'test', 'production').default('production').meta(example('production')),
  SERVE: oneOf('visitors', 'operators', 'both').default('both').meta(example('visitors')),
  PORT: whole(0, 65535).default(3000).meta(example('3000')),
  HOST: z.string().default('127.0.0.1').meta(example('127.0.0.1')),
  OPERATOR_PORT: whole(0, 65535).default(3001).meta(example('3001')),
  OPERATOR_HOST: z.string().default('127.0.0.1').meta(example('127.0.0.1')),
  OPERATOR_URL: httpUrl.optional().meta(example('https://console.internal.example.com')),
  SECRET_KEY: like(
    /^\S{32,}$/,
    'must have 32 characters or more, none of them a space; openssl rand -base64 32 creates one',
  )
    .optional()
    // Too short to be accepted, so that no service signs with a published key.
    .meta(example('$(openssl rand -base64 32)')),
  PUBLIC_URL: siteUrl.optional().meta(example('https://quiz.example.com')),
  REMOTES_ORIGIN: like(
    /^(https:\/\/[\w.-]+|http:\/\/(localhost|127\.0\.0\.1))(:\d+)?$/,
    'must be an https origin without a path',
  )
    .optional()
    .meta(example('https://cdn.example.com')),
  TRUST_PROXY: whole(0, 10).default(0).meta(example('1')),
  OPERATOR_TOKEN: commaList
    .pipe(
      z
        .array(like(/^([\w.-]+:)?[^\s:]{16,}$/, 'must have 16 characters or more, none of them a space'))
        // The history records the names.
        .refine((tokens) => new Set(operatorNames(tokens)).size === operatorNames(tokens).length, {
          error: 'must use each name once',
        })
        .refine((tokens) => !automaticActors.some((actor) => operatorNames(tokens).includes(actor)), {
          error: `must not use the name ${automaticActors.join(' or ')}, which the history has for the service itself`,
        }),
    )
    .default([])
    .meta(example('ada:sixteen-characters-or-more,ben:another-token-of-sixteen')),
  OIDC_ISSUERS: commaList
    .pipe(z.array(httpUrl))
    .default([])
    .meta(example('https://token.actions.githubusercontent.com')),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent').default('info').meta(example('info')),
  REQUEST_LOG_SAMPLING: whole(1, 1_000_000).default(100).meta(example('100')),
  RATE_LIMIT_PER_MINUTE: whole(1, 1_000_000).default(120).meta(example('120')),
  RATE_LIMIT_PER_NETWORK: whole(1, 1_000_000_000).optional().meta(example('1200')),
  RATE_LIMIT_TOTAL: whole(1, 1_000_000_000).optional().meta(example('60000')),
  TIME_ZONE: z
    .string()
    .default('UTC')
    .refine(isTimeZone, { error: 'must be a time zone of the IANA database' })
    .meta(example('Europe/Berlin')),
  RETENTION_DAYS: whole(1, 3650).default(400).meta(example('400')),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' })
    .optional()
    .meta(example('postgres://funnel:secret@db:5432/funnel')),
  DATA_DIR: z.string().default('.data').meta(example('/var/lib/funnel')),
  STRIPE_SECRET_KEY: like(/^(sk|rk)_(test|live)_\w+$/, 'must be a Stripe secret key')
    .optional()
    .meta(example('sk_test_…')),
  STRIPE_PUBLISHABLE_KEY: like(/^pk_(test|live)_\w+$/, 'must be a Stripe publishable key')
    .optional()
    .meta(example('pk_test_…')),
  STRIPE_WEBHOOK_SECRET: commaList
    .pipe(z.array(like(/^whsec_\S+$/, 'must be whsec_ and a secret without spaces')))
    .default([])
    .meta(example('whsec_…,whsec_…')),
  STRIPE_API_BASE: siteUrl.optional().meta(example('http://127.0.0.1:3010')),
  STRIPE_JS_URL: httpUrl.optional().meta(example('http://127.0.0.1:3010/v3/')),
  STRIPE_AUTOMATIC_TAX: boolean.default(false).meta(example('true')),
  STRIPE_PORTAL_LOGIN_URL: httpUrl.optional().meta(example('https://billing.stripe.com/p/login/…')),
  LEAD_WEBHOOK_URL: httpUrl.optional().meta(example('https://hooks.example.com/leads')),
  LEAD_WEBHOOK_SECRET: signingSecrets,
  APP_WEBHOOK_URL: httpUrl.optional().meta(example('https://app.example.com/webhooks/subscriptions')),
  APP_WEBHOOK_SECRET: signingSecrets,
  ALERT_WEBHOOK_URL: httpUrl.optional().meta(example('https://alerts.example.com/funnel')),
  ALERT_WEBHOOK_SECRET: signingSecrets,
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, {
      error:
        'must be an smtp:// or smtps:// URL, with special characters of user and password percent-encoded',
    })
    .optional()
    .meta(example('smtps://user:password@mail.example.com')),
  MAIL_FROM: z.email().optional().meta(example('hello@example.com')),
  EMAIL_POSTAL_ADDRESS: z
    .string()
    .optional()
    .meta(example('Example Inc., 1 Main Street, Cheyenne, WY 82001, USA')),
  META_PIXEL_ID: like(/^\d{5,20}$/, 'must be 5 to 20 digits')
    .optional()
    .meta(example('1234567890123456')),
  META_ACCESS_TOKEN: secret.meta(example('EAAB…')),
  META_TEST_EVENT_CODE: testEventCode.meta(example('TEST12345')),
  META_API_BASE: baseUrl.default('https://graph.facebook.com').meta(example('https://graph.facebook.com')),
  TIKTOK_PIXEL_ID: like(/^\w{5,40}$/, 'must be 5 to 40 letters and digits')
    .optional()
    .meta(example('C4A1B2C3D4E5F6G7H8I9')),
  TIKTOK_ACCESS_TOKEN: secret.meta(example('0123456789abcdef…')),
  TIKTOK_TEST_EVENT_CODE: testEventCode.meta(example('TEST12345')),
  TIKTOK_API_BASE: baseUrl
    .default('https://business-api.tiktok.com')
    .meta(example('https://business-api.tiktok.com')),
  GA4_MEASUREMENT_ID: like(/^G-[A-Z0-9]{4,20}$/, 'must be G- and 4 to 20 capital letters and digits')
    .optional()
    .meta(example('G-AB12CD34EF')),
  GA4_API_SECRET: secret.meta(example('AbCdEfGh…')),
  GA4_API_BASE: baseUrl
    .default('https://www.google-analytics.com')
    .meta(example('https://region1.google-analytics.com')),
  AD_TRACKING_URL: httpUrl.optional().meta(example('https://tracking.example.com/events')),
  AD_TRACKING_TOKEN: secret.meta(example('AbCdEfGh…')),
  AD_PLATFORM_URL: httpUrl.optional().meta(example('https://ads.example.com/event/track')),
  AD_PLATFORM_PIXEL_ID: secret.meta(example('PX-1234')),
  ALLOW_PRIVATE_DESTINATIONS: boolean.optional().meta(example('true')),
  REQUIRE_CERTIFICATION: boolean.optional().meta(example('true')),
  MAX_STORED_BUILDS_MB: whole(1, 100_000_000).default(20_000).meta(example('20000')),
  CONSENT: oneOf('implied', 'required').default('implied').meta(example('required')),
  OFFER_EXPIRY: oneOf('header', 'enforce').default('header').meta(example('enforce')),
  CHECKOUT_PRESENTATION: oneOf('page', 'dialog').default('page').meta(example('dialog')),
  CLAIMS: oneOf('all', 'strict').default('all').meta(example('strict')),
  /** Read by `npm start` only, which checks it together with the settings of the service. */
  PAYMENTS: oneOf('sandbox', 'stripe').optional().meta(example('stripe')),
  APP_URL: baseUrl.default(brand.appUrl).meta(example('https://app.example.com')),
  SUPPORT_EMAIL: z.email().default(brand.supportEmail).meta(example('support@example.com')),
  STORE_LINK_APPLE: httpUrl.optional().meta(example('https://apps.apple.com/app/…')),
  STORE_LINK_GOOGLE: httpUrl.optional().meta(example('https://play.google.com/store/apps/details?id=…')),
});

type Environment = z.infer<typeof environmentSchema>;

/** Whether a key of Stripe is for real payments, not for tests. */
export const isLiveKey = (key: string): boolean => key.includes('_live_');

export interface StripeConfig {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecrets: readonly string[];
  readonly apiBase: string | null;
  readonly scriptUrl: string;
  readonly portalLoginUrl: string | null;
  /** Whether Stripe calculates the tax that the prices include. */
  readonly automaticTax: boolean;
}

export interface Config extends Omit<Environment, `STRIPE_${string}`> {
  /** Null without keys: checkout then shows an error, and everything else works. */
  readonly stripe: StripeConfig | null;
  readonly allowPrivateDestinations: boolean;
  /** A set goes live only after its end-to-end smoke test passed. */
  readonly requireCertification: boolean;
  /** The tokens and secrets among the settings, of 32 characters or more. */
  readonly secrets: readonly string[];
}

const stripeScriptUrl = 'https://js.stripe.com/endive/stripe.js';

/** With live keys the public URL must use https and must not be this machine. */
const isLocal = (url = '') =>
  url !== '' &&
  (!url.startsWith('https:') || /^(localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(new URL(url).hostname));

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);

const hostOf = (url: string) => new URL(url).hostname;

const requiredInProduction = 'is required in production, the default of NODE_ENV';

/** Settings that work only together. */
const pairs = [
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'],
  ['META_PIXEL_ID', 'META_ACCESS_TOKEN'],
  ['TIKTOK_PIXEL_ID', 'TIKTOK_ACCESS_TOKEN'],
  ['GA4_MEASUREMENT_ID', 'GA4_API_SECRET'],
  ['AD_TRACKING_URL', 'AD_TRACKING_TOKEN'],
  ['AD_PLATFORM_URL', 'AD_PLATFORM_PIXEL_ID'],
] as const satisfies (keyof Environment)[][];

/** Rules between variables: the name, the reason, and whether the rule is broken. */
function contradictions(env: Environment, isServing: boolean): [name: keyof Environment, reason: string][] {
  const { STRIPE_SECRET_KEY: secret = '', STRIPE_PUBLISHABLE_KEY: publishable = '' } = env;
  const isLive = isLiveKey(secret);
  const isProduction = isServing && env.NODE_ENV === 'production';
  const isMixed = secret !== '' && publishable !== '' && isLive !== isLiveKey(publishable);
  const rules: [keyof Environment, string, unknown][] = [
    ...pairs.flatMap(([one, other]): [keyof Environment, string, unknown][] => [
      [one, `is required with ${other}`, env[other] && !env[one]],
      [other, `is required with ${one}`, env[one] && !env[other]],
    ]),
    ['STRIPE_PUBLISHABLE_KEY', 'must be in the same mode (test or live) as STRIPE_SECRET_KEY', isMixed],
    ['STRIPE_API_BASE', 'must not be set with a live key', isLive && env.STRIPE_API_BASE],
    ['STRIPE_JS_URL', 'must not be set with a live key', isLive && env.STRIPE_JS_URL],
    ['PUBLIC_URL', 'must be a public https URL with a live key', isLive && isLocal(env.PUBLIC_URL)],
    [
      'APP_WEBHOOK_SECRET',
      'is required with APP_WEBHOOK_URL',
      env.APP_WEBHOOK_URL && !env.APP_WEBHOOK_SECRET[0],
    ],
    [
      'ALERT_WEBHOOK_SECRET',
      'is required with ALERT_WEBHOOK_URL',
      env.ALERT_WEBHOOK_URL && !env.ALERT_WEBHOOK_SECRET[0],
    ],
    [
      'EMAIL_POSTAL_ADDRESS',
      'is required with SMTP_URL in production',
      isProduction && env.SMTP_URL && !env.EMAIL_POSTAL_ADDRESS,
    ],
    ['STRIPE_WEBHOOK_SECRET', 'is required with STRIPE_SECRET_KEY', secret && !env.STRIPE_WEBHOOK_SECRET[0]],
    [
      'PORT',
      'must differ from OPERATOR_PORT',
      env.SERVE === 'both' && env.PORT !== 0 && env.PORT === env.OPERATOR_PORT,
    ],
    [
      'OPERATOR_URL',
      'is required if OPERATOR_HOST is not a loopback address',
      env.SERVE !== 'visitors' && !isLoopback(env.OPERATOR_HOST) && !env.OPERATOR_URL,
    ],
    ...(['HOST', 'OPERATOR_HOST'] as const).map((name): [typeof name, string, unknown] => [
      name,
      `must be a loopback address with NODE_ENV=${env.NODE_ENV}`,
      env.NODE_ENV !== 'production' && !isLoopback(env[name]),
    ]),
    [
      'OPERATOR_URL',
      'must have another host name than PUBLIC_URL, because cookies are not separated by port',
      env.OPERATOR_URL && env.PUBLIC_URL && hostOf(env.OPERATOR_URL) === hostOf(env.PUBLIC_URL),
    ],
    [
      'OPERATOR_URL',
      'is required with OIDC_ISSUERS, because it is the audience of identity tokens',
      env.OIDC_ISSUERS.length > 0 && !env.OPERATOR_URL,
    ],
    [
      'OIDC_ISSUERS',
      'must be https URLs in production',
      env.NODE_ENV === 'production' && env.OIDC_ISSUERS.some((issuer) => !issuer.startsWith('https:')),
    ],
    ...(['PUBLIC_URL', 'SECRET_KEY'] as const).map((name): [typeof name, string, unknown] => [
      name,
      requiredInProduction,
      isProduction && !env[name],
    ]),
    [
      'OPERATOR_TOKEN',
      `${requiredInProduction}, unless SERVE is visitors`,
      isProduction && env.SERVE !== 'visitors' && env.OPERATOR_TOKEN.length === 0,
    ],
  ];
  return rules.filter(([, , isBroken]) => isBroken).map(([name, reason]) => [name, reason]);
}

const settings = describeSettings(environmentSchema);

/** Creates an error for a setting that turned out to be invalid when it was used. */
export const configError = settings.error;

/** Adds an example to an error that the kit threw for an invalid setting. */
export const explainConfigError = settings.explainError;

/**
 * The values of the settings whose names say that they are secret. Only those with 32 characters or more, not counting an
 * operator's name: a publisher learns which of many guesses is right.
 */
const secretsOf = (env: Environment): string[] =>
  Object.entries(env)
    .filter(([name]) => /_(SECRET|SECRET_KEY|TOKEN)$|^SECRET_KEY$/.test(name))
    .flatMap(([, value]) => value)
    .filter((value): value is string => typeof value === 'string' && /[^:]{32}$/.test(value));

/**
 * Reads and checks every setting at once. An empty value is treated as unset. Throws `ConfigError`. Commands other than
 * the service pass `isServing: false`, because they need fewer settings in production.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  { isServing = true } = {},
): Config {
  const env = settings.read(environment, (given) => contradictions(given, isServing));
  return {
    ...env,
    stripe:
      env.STRIPE_SECRET_KEY && env.STRIPE_PUBLISHABLE_KEY
        ? {
            secretKey: env.STRIPE_SECRET_KEY,
            publishableKey: env.STRIPE_PUBLISHABLE_KEY,
            webhookSecrets: env.STRIPE_WEBHOOK_SECRET,
            apiBase: env.STRIPE_API_BASE ?? null,
            scriptUrl: env.STRIPE_JS_URL ?? stripeScriptUrl,
            automaticTax: env.STRIPE_AUTOMATIC_TAX,
            portalLoginUrl: env.STRIPE_PORTAL_LOGIN_URL ?? null,
          }
        : null,
    allowPrivateDestinations: env.ALLOW_PRIVATE_DESTINATIONS ?? env.NODE_ENV !== 'production',
    requireCertification: env.REQUIRE_CERTIFICATION ?? env.NODE_ENV === 'production',
    secrets: secretsOf(env),
  };
}
