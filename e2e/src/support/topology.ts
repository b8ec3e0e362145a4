import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '@funnel/service-kit/http/free-port';
import { startProcess, type RunningProcess } from '@funnel/build/product/process';
import { releaseChanged } from '@funnel/build/product/release-changed';
import { inRoot } from '@funnel/build/repository';

import { startBalancer } from './balancer.ts';
import { startLeadReceiver, type LeadReceiver } from './lead-receiver.ts';

export interface Topology {
  /** The balancer, which visitors use. */
  readonly url: string;
  readonly operatorToken: string;
  readonly leads: LeadReceiver;
  readonly replicas: readonly Replica[];
  /** The operators' listener of the first replica. The balancer does not forward to it. */
  readonly operatorsUrl: string;
  /** Stops PostgreSQL for good. */
  stopDatabase(): Promise<void>;
  /** Sends a GET request to the service as an operator. */
  send(path: string): Promise<unknown>;
  stop(): Promise<void>;
}

interface Replica {
  readonly url: string;
  readonly operatorsUrl: string;
  start(): Promise<void>;
  /** Resolves when the process has exited. */
  stop(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a temporary PostgreSQL server with an empty database. */
async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const program = inRoot('services/api/src/platform/postgres/postgres-alone.testkit.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=source', program], {
    cwd: inRoot(),
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      output += text;
      const [, printed] = /"url":"([^"]+)"/.exec(output) ?? [];
      if (printed) resolve(printed);
    });
    child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${output}`)));
  });
  return {
    url: `${url}/postgres`,
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

function createReplica(port: number, operatorPort: number, env: NodeJS.ProcessEnv): Replica {
  let running: RunningProcess | null = null;
  const url = `http://localhost:${port}`;
  return {
    url,
    operatorsUrl: `http://127.0.0.1:${operatorPort}`,
    async start() {
      running = await startProcess({
        script: 'services/api/dist/main.js',
        url,
        readyPath: '/readyz',
        env: { ...env, PORT: String(port), OPERATOR_PORT: String(operatorPort) },
        onOutput: (text) => process.env['SHOW_SERVICE_LOG'] && process.stdout.write(text),
      });
    },
    async stop(signal) {
      await running?.stop(signal);
      running = null;
    },
  };
}

/** PostgreSQL, two replicas that start concurrently on the empty database, and a balancer, as in `compose.yaml`. */
export async function startTopology(serviceEnv: Readonly<Record<string, string>>): Promise<Topology> {
  const dataDir = mkdtempSync(join(tmpdir(), 'funnel-topology-'));
  const postgres = await startPostgres();
  const leads = await startLeadReceiver();
  const ports = [await freePort(), await freePort()];
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  const operatorToken = 'operator-token-for-tests';
  const sandbox = await startProcess({
    script: 'services/payment-sandbox/dist/main.js',
    url: sandboxUrl,
    readyPath: '/v3/',
    env: {
      ...process.env,
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_WEBHOOK_URL: `${url}/api/webhooks/stripe`,
      SANDBOX_STATE_FILE: join(dataDir, 'payment-sandbox.json'),
    },
    onOutput: () => undefined,
  });
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    DATABASE_URL: postgres.url,
    TRUST_PROXY: '1',
    PUBLIC_URL: url,
    OPERATOR_TOKEN: operatorToken,
    SECRET_KEY: 'a-secret-key-for-tests-of-32-characters',
    RATE_LIMIT_PER_MINUTE: '100000',
    REQUIRE_CERTIFICATION: 'false',
    LEAD_WEBHOOK_URL: leads.url,
    ALLOW_PRIVATE_DESTINATIONS: 'true',
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
    STRIPE_API_BASE: sandboxUrl,
    STRIPE_JS_URL: `${sandboxUrl}/v3/`,
    ...serviceEnv,
  };
  const operatorPorts = [await freePort(), await freePort()];
  const operatorsUrl = `http://127.0.0.1:${operatorPorts[0]}`;
  const replicas = ports.map((replicaPort, at) => createReplica(replicaPort, operatorPorts[at] ?? 0, env));
  await Promise.all(replicas.map((replica) => replica.start()));
  const balancer = await startBalancer(port, ports);
  await releaseChanged({ operatorsUrl, operatorToken }, () => undefined);
  return {
    url,
    operatorsUrl,
    operatorToken,
    leads,
    replicas,
    stopDatabase: postgres.stop,
    send: async (path) => {
      const headers = { Authorization: `Bearer ${operatorToken}` };
      return (await fetch(`${operatorsUrl}${path}`, { headers })).json();
    },
    stop: async () => {
      await balancer.close();
      await Promise.all(replicas.map((replica) => replica.stop('SIGKILL')));
      await sandbox.stop();
      await postgres.stop();
      await leads.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
