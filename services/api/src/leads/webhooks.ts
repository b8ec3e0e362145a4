import { runCommand } from '../platform/run-command.ts';
import { runWebhooks, usage } from './run-webhooks.ts';

await runCommand(usage, async (args) => {
  const { status, out } = await runWebhooks(args, process.env);
  return status === 0 ? { status, out } : { status, notes: [out] };
});
