import { runCommand } from '../platform/run-command.ts';
import { usage, webhooksCommand } from './webhooks-command.ts';

await runCommand(usage, (args) => webhooksCommand(args, process.env));
