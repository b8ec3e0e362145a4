import { Command } from 'commander';

import { addBuildCommands } from './build-commands.ts';
import type { Run } from './command.ts';
import { addDeploymentCommands } from './deployment-commands.ts';
import { addPublisherCommands } from './publisher-commands.ts';
import { addSetCommands } from './set-commands.ts';
import { addTokenCommands } from './token-commands.ts';
import { addWebhookCommands } from './webhook-commands.ts';

interface Streams {
  readonly writeOut: (text: string) => void;
  readonly writeErr: (text: string) => void;
}

const environmentHelp = `
Environment:
  RELEASE_URL     URL of the operators' listener (default: http://127.0.0.1:3001)
  OPERATOR_PORT   port of that listener on this machine, if RELEASE_URL is not set
  OPERATOR_TOKEN  operator token (default: the content of .data/operator-token)

Exit status: 0 done, 1 rejected or failed, 2 usage.`;

/** Turns `error: unknown command 'x'` into a sentence. */
export const sentence = (message: string): string => {
  const text = message.replace(/^error: /, '').trimEnd();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

/** Creates the whole command line. It throws commander's `CommanderError` instead of ending the process. */
export function createProgram(run: Run, streams: Streams): Command {
  const program = new Command('npm run release --')
    .usage('[options] <command>')
    .description('Publishes builds and releases them.')
    .option('--json', 'print the result, or the reason of a failure, as JSON')
    .exitOverride()
    .showHelpAfterError()
    .configureHelp({ helpWidth: 100, showGlobalOptions: true })
    .configureOutput({
      ...streams,
      outputError: (message, write) => write(`${sentence(message)}\n`),
    });
  addBuildCommands(program, run);
  addSetCommands(program, run);
  addDeploymentCommands(program, run);
  addTokenCommands(program, run);
  addPublisherCommands(program, run);
  addWebhookCommands(program, run);
  return program.addHelpText('after', environmentHelp);
}
