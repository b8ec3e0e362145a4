import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createFolder } from '@funnel/service-kit/create-folder';
import { SettingError } from '@funnel/service-kit/settings';

import { startProcess, type RunningProcess } from './process.ts';

export interface ProductOptions {
  readonly port: number;
  readonly operatorPort: number;
  readonly sandboxPort: number;
  readonly dataDir: string;
  /** Settings of the service; those that are absent have their defaults. */
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

export const operatorTokenFile = (dataDir: string): string => join(dataDir, 'operator-token');

/** The operator token of this machine. It is created once, readable by its owner only. */
function localOperatorToken(dataDir: string): string {
  const file = operatorTokenFile(dataDir);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const token = randomBytes(24).toString('base64url');
  writeFileSync(file, `${token}\n`, { mode: 0o600 });
  return token;
}

function createDataFolder(dataDir: string): void {
  try {
    createFolder(dataDir);
  } catch (error) {
    throw new SettingError('DATA_DIR', `${dataDir} cannot be created (${error})`);
  }
}

/** Whether the sandbox replaces the payment provider. */
export const usesSandbox = (env: NodeJS.ProcessEnv) =>
  env['PAYMENTS']
    ? env['PAYMENTS'] === 'sandbox'
    : !env['STRIPE_SECRET_KEY'] && env['NODE_ENV'] !== 'production';

const sandboxKeys = { secret: 'sk_test_sandbox', publishable: 'pk_test_sandbox', webhook: 'whsec_sandbox' };
const sandboxUrlOf = (port: number) => `http://localhost:${port}`;

/** The environment of the service on this machine, without its ports. Creates the folder of its data. */
export function serviceEnvironment({
  sandboxPort,
  dataDir,
  env,
}: Pick<ProductOptions, 'sandboxPort' | 'dataDir' | 'env'>): NodeJS.ProcessEnv {
  createDataFolder(dataDir);
  const sandboxUrl = sandboxUrlOf(sandboxPort);
  return {
    // With this and the limit of the heap the service needs little memory under many requests: `npm run bench -- abuse`.
    MALLOC_ARENA_MAX: '2',
    LOG_LEVEL: 'warn',
    // Development features are enabled here only; by default the service is in production.
    NODE_ENV: 'development',
    // Nobody runs the smoke test for a release on this machine.
    REQUIRE_CERTIFICATION: 'false',
    ...env,
    ...(usesSandbox(env) && {
      STRIPE_SECRET_KEY: sandboxKeys.secret,
      STRIPE_PUBLISHABLE_KEY: sandboxKeys.publishable,
      STRIPE_WEBHOOK_SECRET: sandboxKeys.webhook,
      STRIPE_API_BASE: sandboxUrl,
      STRIPE_JS_URL: `${sandboxUrl}/v3/`,
      STRIPE_PORTAL_LOGIN_URL: `${sandboxUrl}/p/login/test`,
    }),
    DATA_DIR: dataDir,
    OPERATOR_TOKEN: env['OPERATOR_TOKEN'] || localOperatorToken(dataDir),
  };
}

/** Starts the service and, without keys of the payment provider, the sandbox. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { port, operatorPort, sandboxPort, dataDir, env, onOutput } = options;
  const serviceEnv = serviceEnvironment(options);
  // The first of several operators releases.
  const [operatorToken = ''] = (serviceEnv['OPERATOR_TOKEN'] ?? '').split(',');
  const url = `http://localhost:${port}`;
  const operatorsUrl = `http://127.0.0.1:${operatorPort}`;

  const sandbox = usesSandbox(env)
    ? await startProcess({
        script: 'services/payment-sandbox/dist/main.js',
        url: sandboxUrlOf(sandboxPort),
        readyPath: '/v3/',
        env: {
          ...env,
          SANDBOX_PORT: String(sandboxPort),
          SANDBOX_WEBHOOK_URL: `${url}/api/webhooks/stripe`,
          SANDBOX_WEBHOOK_SECRET: sandboxKeys.webhook,
          SANDBOX_SECRET_KEY: sandboxKeys.secret,
          SANDBOX_PUBLISHABLE_KEY: sandboxKeys.publishable,
          SANDBOX_STATE_FILE: join(dataDir, 'payment-sandbox.json'),
        },
        onOutput,
      })
    : null;
  const service = await startProcess({
    script: 'services/api/dist/main.js',
    nodeArgs: ['--max-old-space-size=256'],
    url,
    readyPath: '/readyz',
    env: { ...serviceEnv, PORT: String(port), OPERATOR_PORT: String(operatorPort) },
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
