import { systemClock } from '@funnel/service-kit/clock';

import { createStripeProvider } from '../billing/stripe/stripe-client.ts';
import { runCommand } from '../platform/run-command.ts';
import { compareReports } from './compare-reports.ts';

const usage = 'Usage: npm run reports -- reconcile';

await runCommand(usage, async (args, open) => {
  if (args.join(' ') !== 'reconcile') return { status: 2, notes: [usage] };
  const { config, database } = await open({ allowLongStatements: true });
  const provider = config.stripe && createStripeProvider(config.stripe, systemClock);
  return compareReports({ config, database, clock: systemClock }, provider);
});
