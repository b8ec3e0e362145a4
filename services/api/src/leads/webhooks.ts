import { runWebhooks } from './run-webhooks.ts';

const { status, out } = await runWebhooks(process.argv.slice(2), process.env);
(status === 0 ? process.stdout : process.stderr).write(`${out}\n`);
process.exitCode = status;
