import { systemClock } from '@funnel/service-kit/clock';

import { runCommand } from '../platform/run-command.ts';
import { readFunnelRates } from './funnel-rates.ts';
import { runPlan, usage } from './run-plan.ts';

await runCommand(usage, async (args, open) => {
  const { status, out } = await runPlan(args, async () => {
    const { config, database } = await open();
    return readFunnelRates(database.db, config.TIME_ZONE, systemClock());
  });
  return status === 0 ? { status, out } : { status, notes: [out] };
});
