import { printHelp } from '../platform/print-help.ts';
import { runPrivacyCommand } from './privacy-command.ts';
import { usage } from './run-privacy.ts';

printHelp(usage);
const { status, out, notes } = await runPrivacyCommand(process.argv.slice(2), process.env);
if (out) process.stdout.write(`${out}\n`);
for (const note of notes) process.stderr.write(`${note}\n`);
process.exitCode = status;
