import { systemClock } from '@funnel/service-kit/clock';

import { createStripeProvider } from '../billing/stripe/stripe-client.ts';
import { describeWrongArgument, runCommand } from '../platform/run-command.ts';
import { compareReports } from './compare-reports.ts';

const usage = 'Usage: npm run reports -- reconcile';

await runCommand(usage, async (args, open) => {
  const mistake = describeWrongArgument(args, ['reconcile']);
  if (mistake !== null) return { status: 2, notes: [mistake, usage] };
  const { config, database } = await open({ allowLongStatements: true });
  const provider = config.stripe && createStripeProvider(config.stripe, systemClock);
  return compareReports({ config, database, clock: systemClock }, provider);
});
