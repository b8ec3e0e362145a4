import { systemClock } from '@funnel/service-kit/clock';

import { runCommand } from '../platform/run-command.ts';
import { readFunnelRates } from './funnel-rates.ts';
import { planCommand, usage } from './plan-command.ts';

await runCommand(usage, (args, open) =>
  planCommand(args, async () => {
    const { config, database } = await open();
    return readFunnelRates(database.db, config.TIME_ZONE, systemClock());
  }),
);
