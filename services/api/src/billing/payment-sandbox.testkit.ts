import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const program = join(__dirname, '../../../payment-sandbox/dist/main.js');

/** Starts the payment sandbox as a process on a free port. It sends no webhook events. */
export async function startPaymentSandbox() {
  const env = { PATH: process.env['PATH'], SANDBOX_PORT: '0' };
  const sandbox = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    sandbox.stdout.once('data', (line) => resolve(JSON.parse(String(line)).url));
    sandbox.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)));
  });
  return {
    url,
    /** The settings of a service that uses it. */
    environment: {
      STRIPE_SECRET_KEY: 'sk_test_sandbox',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
      STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
      STRIPE_API_BASE: url,
      STRIPE_JS_URL: `${url}/v3/`,
    },
    async close() {
      sandbox.kill();
      await once(sandbox, 'exit');
    },
  };
}
