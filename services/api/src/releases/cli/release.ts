import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { commands, optionTypes, usage, UsageError } from './commands.ts';
import { ReleaseRefused } from './release-client.ts';

const rootFolder = fileURLToPath(new URL('../../../../../', import.meta.url));

function parse(argv: string[]) {
  try {
    const { positionals, values } = parseArgs({ args: argv, options: optionTypes, allowPositionals: true });
    const [name = '', ...args] = positionals;
    return { name, args, ...values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readToken(): string {
  const file = join(rootFolder, '.data', 'operator-token');
  try {
    return process.env.OPERATOR_TOKEN || readFileSync(file, 'utf8').trim();
  } catch {
    throw new ReleaseRefused(
      `There is no operator token: set OPERATOR_TOKEN, or start the service, which writes ${file}.`,
      'unauthorized',
    );
  }
}

async function run({ name, args, json, ...options }: ReturnType<typeof parse>): Promise<string> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(name ? `There is no command "${name}".` : 'Which command?');
  const allowed: readonly string[] = command.options;
  const foreign = Object.keys(options).find((option) => !allowed.includes(option));
  if (foreign) throw new UsageError(`${name} does not take --${foreign}.`);
  const [least, most] = command.args;
  if (args.length < least || args.length > most) throw new UsageError(`It is: ${command.usage}`);

  const client = { url: process.env.RELEASE_URL || 'http://127.0.0.1:3000', token: readToken() };
  const { data, text } = await command.run({ client, rootFolder, args, options });
  return json ? JSON.stringify(data, null, 2) : text;
}

try {
  process.stdout.write(`${await run(parse(process.argv.slice(2)))}\n`);
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${usage}\n`);
    process.exitCode = 2;
  } else if (error instanceof ReleaseRefused) {
    const asJson = process.argv.includes('--json');
    if (asJson)
      process.stdout.write(`${JSON.stringify({ code: error.code, message: error.message }, null, 2)}\n`);
    else process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } else throw error;
}
