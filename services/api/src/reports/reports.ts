import { systemClock } from '@funnel/service-kit/clock';
import { ConfigError } from '@funnel/service-kit/settings';

import { createStripeProvider } from '../billing/stripe/stripe-client.ts';
import { readConfig } from '../platform/config.ts';
import { openDatabase, type Database } from '../platform/database.ts';
import { printHelp } from '../platform/print-help.ts';
import { reconcile } from './reconcile.ts';

const usage = 'Usage: npm run reports -- reconcile';
printHelp(usage);
let database: Database | undefined;
try {
  if (process.argv.slice(2).join(' ') === 'reconcile') {
    const config = readConfig(process.env, { isServing: false });
    database = await openDatabase(config, { allowLongStatements: true });
    const provider = config.stripe && createStripeProvider(config.stripe, systemClock);
    const { status, out } = await reconcile({ config, database, clock: systemClock }, provider);
    process.stdout.write(`${out}\n`);
    process.exitCode = status;
  } else {
    process.stderr.write(`${usage}\n`);
    process.exitCode = 2;
  }
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  await database?.close();
}
