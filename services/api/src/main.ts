import { fileURLToPath } from 'node:url';

import { startAutoRollback } from '@funnel/releases/auto-rollback/auto-rollback';
import { startCanaryStages } from '@funnel/releases/canary-stages/canary-stages';
import { startUploadCleanup } from '@funnel/releases/publishing/remove-unused-uploads';
import { systemClock } from '@funnel/service-kit/clock';
import { listen, type RunningServer } from '@funnel/service-kit/http/server';
import type { Worker } from '@funnel/service-kit/jobs/worker';
import { createLog } from '@funnel/service-kit/log';
import { ConfigError } from '@funnel/service-kit/settings';
import closeWithGrace from 'close-with-grace';

import { startAlerts } from './alerts/alerts.ts';
import { createApps, createDependencies } from './app.ts';
import { startPaymentWorkers } from './billing/reconciliation/payment-workers.ts';
import { startDeliveries } from './deliveries/deliver-due.ts';
import { createDestinations } from './destinations.ts';
import { explainConfigError, readConfig, type Config } from './platform/config.ts';
import { openDatabase } from './platform/database.ts';
import { loadSecretKeys } from './platform/secret-keys.ts';
import { stopTimeoutMs } from './platform/stop-timeout.ts';
import { startReportFacts } from './reports/report-facts.ts';
import { startRetention } from './retention/remove-expired.ts';

/** The console is built beside this service, whether the service runs from sources or compiled. */
const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url));
/** Gives load balancers time to notice that this replica is stopping. */
const drainDelayMs = (config: Config) => (config.NODE_ENV === 'production' ? 2000 : 0);

/**
 * A process cannot continue after these. With a listener for SIGSEGV, the code that caused it, such as WebAssembly beyond its
 * memory, is repeated forever: https://nodejs.org/api/process.html#signal-events
 */
const crashSignals = ['SIGSEGV', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP', 'SIGABRT'] as const;

const portOf = (server: RunningServer | undefined) => server && new URL(server.origin).port;

async function start(config: Config): Promise<void> {
  const log = createLog(config.LOG_LEVEL);
  const keys = loadSecretKeys(config);
  const database = await openDatabase(config);
  const context = { config, database, clock: systemClock, log, keys };
  if (!config.stripe && config.SERVE !== 'operators')
    log.warn('no payments: STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are not set');
  const dependencies = createDependencies(context);

  const outbox = startDeliveries(context, createDestinations(context), dependencies.countAttempt);
  const payments = dependencies.payments && startPaymentWorkers(context, dependencies.payments);
  const autoRollback = startAutoRollback(context);
  const retention = startRetention(context);
  const workers: Worker[] = [
    outbox,
    autoRollback,
    startCanaryStages(context),
    retention,
    startReportFacts(context),
    startUploadCleanup(context),
    startAlerts(context, outbox.wake),
    ...(payments ? [payments.inbox, payments.checks] : []),
  ];

  const servers: Partial<Record<'visitors' | 'operators', RunningServer>> = {};
  const apps = createApps({
    ...dependencies,
    consoleFolder,
    urls: {
      // Not the operators' host name: browsers scope cookies by host and ignore ports.
      visitors: () => config.PUBLIC_URL ?? `http://localhost:${portOf(servers.visitors) ?? config.PORT}`,
      operators: () =>
        config.OPERATOR_URL ?? servers.operators?.origin ?? `http://127.0.0.1:${config.OPERATOR_PORT}`,
    },
    wakeOutbox: outbox.wake,
    wakeInbox: () => payments?.inbox.wake(),
  });
  // The operators' listener starts first, so both are available once the visitors' listener is ready.
  if (config.SERVE !== 'visitors')
    servers.operators = await listen(apps.operators, config.OPERATOR_PORT, config.OPERATOR_HOST, {
      setting: 'OPERATOR_PORT',
    });
  if (config.SERVE !== 'operators') servers.visitors = await listen(apps.visitors, config.PORT, config.HOST);
  closeWithGrace({ delay: stopTimeoutMs, logger: log, skip: [...crashSignals] }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping after an error');
    else log.info({ signal }, 'stopping');
    dependencies.readiness.drain();
    const closeServers = async () => {
      await new Promise((resolve) => setTimeout(resolve, drainDelayMs(config)));
      await Promise.all(Object.values(servers).map((server) => server.close()));
    };
    // Workers stop at once, because what they begin now may take longer than the stop.
    await Promise.all([closeServers(), ...workers.map((worker) => worker.stop())]);
    await database.close();
  });
  // Last, because its reader may stop this process at once.
  log.info(
    {
      address: servers.visitors?.origin,
      operators: servers.operators?.origin,
      engine: database.engine,
    },
    'listening',
  );
}

try {
  await start(readConfig(process.env));
} catch (error) {
  const explained = explainConfigError(error);
  if (!(explained instanceof ConfigError)) throw error;
  process.stderr.write(`${explained.message}\n`);
  process.exit(1);
}
