import { runCommand } from '../platform/run-command.ts';
import { privacyCommand, usage } from './run-privacy.ts';

await runCommand(usage, privacyCommand);
