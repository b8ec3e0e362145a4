import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startProcess, type RunningProcess } from './process.ts';

export interface ProductOptions {
  readonly port: number;
  readonly operatorPort: number;
  readonly sandboxPort: number;
  readonly dataDir: string;
  /** Settings of the service. Missing settings have their defaults. */
  readonly env: NodeJS.ProcessEnv;
  readonly onOutput: (text: string) => void;
}

export interface Product {
  /** The visitors' URL. */
  readonly url: string;
  /** The operators' URL. It has another host name, because cookies ignore ports. */
  readonly operatorsUrl: string;
  readonly operatorToken: string;
  readonly service: RunningProcess;
  /** Null if real Stripe keys are used. */
  readonly sandbox: RunningProcess | null;
  stop(): Promise<void>;
}

/** The operator token of this machine. It is created once and readable only by its owner. */
function localOperatorToken(dataDir: string): string {
  const file = join(dataDir, 'operator-token');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const token = randomBytes(24).toString('base64url');
  writeFileSync(file, `${token}\n`, { mode: 0o600 });
  return token;
}

/** Whether the payment sandbox is used. */
export const usesSandbox = (env: NodeJS.ProcessEnv) =>
  env['PAYMENTS']
    ? env['PAYMENTS'] === 'sandbox'
    : !env['STRIPE_SECRET_KEY'] && env['NODE_ENV'] !== 'production';

/** Starts the service and, unless Stripe keys are set, the payment sandbox. */
export async function startProduct({
  port,
  operatorPort,
  sandboxPort,
  dataDir,
  env,
  onOutput,
}: ProductOptions): Promise<Product> {
  // If several operator tokens are set, the first one is used.
  const operatorTokens = env['OPERATOR_TOKEN'] || localOperatorToken(dataDir);
  const [operatorToken = ''] = operatorTokens.split(',');
  const url = `http://localhost:${port}`;
  const operatorsUrl = `http://127.0.0.1:${operatorPort}`;
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  const keys = { secret: 'sk_test_sandbox', publishable: 'pk_test_sandbox', webhook: 'whsec_sandbox' };

  const sandbox = usesSandbox(env)
    ? await startProcess({
        script: 'services/payment-sandbox/dist/main.js',
        url: sandboxUrl,
        readyPath: '/v3/',
        env: {
          ...env,
          SANDBOX_PORT: String(sandboxPort),
          SANDBOX_WEBHOOK_URL: `${url}/api/webhooks/stripe`,
          SANDBOX_WEBHOOK_SECRET: keys.webhook,
          SANDBOX_SECRET_KEY: keys.secret,
          SANDBOX_PUBLISHABLE_KEY: keys.publishable,
          SANDBOX_STATE_FILE: join(dataDir, 'payment-sandbox.json'),
        },
        onOutput,
      })
    : null;
  const stripe = sandbox && {
    STRIPE_SECRET_KEY: keys.secret,
    STRIPE_PUBLISHABLE_KEY: keys.publishable,
    STRIPE_WEBHOOK_SECRET: keys.webhook,
    STRIPE_API_BASE: sandboxUrl,
    STRIPE_JS_URL: `${sandboxUrl}/v3/`,
    STRIPE_PORTAL_LOGIN_URL: `${sandboxUrl}/p/login/test`,
  };

  const service = await startProcess({
    script: 'services/api/dist/main.js',
    nodeArgs: ['--max-old-space-size=256'],
    url,
    readyPath: '/readyz',
    env: {
      // This and the heap limit bound the service's memory under a flood; see `npm run bench -- abuse`.
      MALLOC_ARENA_MAX: '2',
      LOG_LEVEL: 'warn',
      // Only this command enables development features. The service's default is production.
      NODE_ENV: 'development',
      // This command also promotes what it builds, without a smoke test.
      REQUIRE_CERTIFICATION: 'false',
      ...env,
      ...stripe,
      PORT: String(port),
      OPERATOR_PORT: String(operatorPort),
      DATA_DIR: dataDir,
      OPERATOR_TOKEN: operatorTokens,
    },
    onOutput,
  }).catch(async (error: unknown) => {
    await sandbox?.stop();
    throw error;
  });

  return {
    url,
    operatorsUrl,
    operatorToken,
    service,
    sandbox,
    stop: async () => {
      await service.stop();
      await sandbox?.stop();
    },
  };
}
