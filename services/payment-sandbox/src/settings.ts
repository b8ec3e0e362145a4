import * as z from 'zod';

const loopbackHosts = ['127.0.0.1', 'localhost', '::1'];
const testKey = (prefix: 'sk' | 'pk') =>
  z.string().regex(new RegExp(`^${prefix}_test_\\w+$`), `must be a ${prefix}_test_… key`);

const settingsSchema = z
  .object({
    SANDBOX_PORT: z.coerce.number().int().min(0).max(65535).default(3010),
    SANDBOX_HOST: z
      .enum(loopbackHosts, 'must be a loopback host: the payment sandbox is local only')
      .default('127.0.0.1'),
    SANDBOX_WEBHOOK_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
    SANDBOX_WEBHOOK_SECRET: z
      .string()
      .startsWith('whsec_', 'must start with whsec_')
      .default('whsec_sandbox'),
    SANDBOX_SECRET_KEY: testKey('sk').default('sk_test_sandbox'),
    SANDBOX_PUBLISHABLE_KEY: testKey('pk').default('pk_test_sandbox'),
    SANDBOX_STATE_FILE: z.string().optional(),
    SANDBOX_DELIVERY_ORDER: z.enum(['shuffled', 'as-sent']).default('shuffled'),
  })
  .transform((env) => ({
    port: env.SANDBOX_PORT,
    host: env.SANDBOX_HOST,
    /** If null, events are recorded but not sent. */
    webhookUrl: env.SANDBOX_WEBHOOK_URL ?? null,
    webhookSecret: env.SANDBOX_WEBHOOK_SECRET,
    secretKey: env.SANDBOX_SECRET_KEY,
    publishableKey: env.SANDBOX_PUBLISHABLE_KEY,
    /** If null, the state is lost when the process exits. */
    stateFile: env.SANDBOX_STATE_FILE ?? null,
    /** The order of webhook events that are due at the same time. */
    deliveryOrder: env.SANDBOX_DELIVERY_ORDER,
  }));

export type Settings = Readonly<z.infer<typeof settingsSchema>>;

const keyNames = [
  'SANDBOX_SECRET_KEY',
  'SANDBOX_PUBLISHABLE_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
];

/** The reasons why the sandbox cannot start, one per line. */
export class SettingsError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

function findings(environment: Environment): string[] {
  const live = keyNames.filter((name) => environment[name]?.includes('_live_'));
  return [
    ...live.map((name) => `${name}: is a live key; the payment sandbox must not run with one.`),
    ...(environment['NODE_ENV'] === 'production'
      ? ['NODE_ENV: is production; the payment sandbox must not run in production.']
      : []),
  ];
}

/** Reads and checks every setting. An empty value is treated as unset. Throws `SettingsError`. */
export function readSettings(environment: Environment): Settings {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const forbidden = findings(present);
  if (forbidden.length > 0) throw new SettingsError(forbidden.join('\n'));

  const { data: settings, error } = settingsSchema.safeParse(present);
  if (settings) return settings;
  throw new SettingsError(
    error.issues.map(({ path, message }) => `${path.join('.')}: ${message}.`).join('\n'),
  );
}
