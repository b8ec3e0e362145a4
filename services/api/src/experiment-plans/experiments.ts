import { systemClock } from '@funnel/service-kit/clock';
import { ConfigError } from '@funnel/service-kit/settings';

import { readConfig } from '../platform/config.ts';
import { openDatabase, type Database } from '../platform/database.ts';
import { printHelp } from '../platform/print-help.ts';
import { readFunnelRates } from './funnel-rates.ts';
import { runPlan, usage } from './run-plan.ts';

printHelp(usage);
let database: Database | undefined;
try {
  const { status, out } = await runPlan(process.argv.slice(2), async () => {
    const config = readConfig(process.env, { isServing: false });
    database = await openDatabase(config);
    return readFunnelRates(database.db, config.TIME_ZONE, systemClock());
  });
  (status === 0 ? process.stdout : process.stderr).write(`${out}\n`);
  process.exitCode = status;
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  await database?.close();
}
