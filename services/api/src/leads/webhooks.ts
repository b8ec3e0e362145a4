import { printHelp } from '../platform/print-help.ts';
import { runWebhooks, usage } from './run-webhooks.ts';

printHelp(usage);
const { status, out } = await runWebhooks(process.argv.slice(2), process.env);
(status === 0 ? process.stdout : process.stderr).write(`${out}\n`);
process.exitCode = status;
