import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { optionTypes, UsageError } from './command.ts';
import { commands, usage } from './commands.ts';
import { ReleaseRefused } from './release-client.ts';

interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly rootFolder: string;
}

interface Said {
  readonly status: 0 | 1 | 2;
  readonly stdout: string;
  readonly stderr: string;
}

function parse(args: string[]) {
  try {
    const { positionals, values } = parseArgs({ args, options: optionTypes, allowPositionals: true });
    const [name = '', ...rest] = positionals;
    return { name, args: rest, ...values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readToken({ environment, rootFolder }: Surroundings): string {
  const file = join(rootFolder, '.data', 'operator-token');
  try {
    return environment['OPERATOR_TOKEN'] || readFileSync(file, 'utf8').trim();
  } catch {
    throw new ReleaseRefused(
      `There is no operator token: set OPERATOR_TOKEN, or start the service, which writes ${file}.`,
      'unauthorized',
    );
  }
}

async function run(argv: string[], surroundings: Surroundings): Promise<string> {
  const { name, args, json, ...options } = parse(argv);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(name ? `There is no command "${name}".` : 'Which command?');
  const allowed: readonly string[] = command.options;
  const foreign = Object.keys(options).find((option) => !allowed.includes(option));
  if (foreign) throw new UsageError(`${name} does not take --${foreign}.`);
  const [least, most] = command.args;
  if (args.length < least || args.length > most) throw new UsageError(`It is: ${command.usage}`);

  const { environment, rootFolder } = surroundings;
  const url = environment['RELEASE_URL'] || 'http://127.0.0.1:3000';
  const client = { url, token: readToken(surroundings) };
  const { data, text } = await command.run({ client, rootFolder, args, options });
  return json ? JSON.stringify(data, null, 2) : text;
}

/** One command line, from its arguments to what is printed: status 0 done, 1 refused with the reason, 2 usage. */
export async function runRelease(argv: string[], surroundings: Surroundings): Promise<Said> {
  try {
    return { status: 0, stdout: `${await run(argv, surroundings)}\n`, stderr: '' };
  } catch (error) {
    if (error instanceof UsageError)
      return { status: 2, stdout: '', stderr: `${error.message}\n\n${usage}\n` };
    if (!(error instanceof ReleaseRefused)) throw error;
    const { code, message } = error;
    return argv.includes('--json')
      ? { status: 1, stdout: `${JSON.stringify({ code, message }, null, 2)}\n`, stderr: '' }
      : { status: 1, stdout: '', stderr: `${message}\n` };
  }
}
