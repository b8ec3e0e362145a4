import { runCommand } from '../platform/run-command.ts';
import { privacyCommand, usage } from './privacy-command.ts';

await runCommand(usage, privacyCommand);
