import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { optionTypes, UsageError } from './command.ts';
import { commands, usage } from './commands.ts';
import { ReleaseError } from './release-client.ts';

interface CliEnvironment {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly rootFolder: string;
}

interface CliOutput {
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

interface Setting {
  readonly value: string;
  /** Where it came from, for messages. */
  readonly source: string;
}

function readUrl({ environment }: CliEnvironment): Setting {
  const given = environment['RELEASE_URL'];
  const port = environment['OPERATOR_PORT'];
  const url = given || `http://127.0.0.1:${port || 3001}`;
  if (/^https?:/i.test(url) && URL.canParse(url))
    return { value: url, source: given ? 'RELEASE_URL' : port ? 'OPERATOR_PORT' : 'the default' };
  throw new UsageError('RELEASE_URL must be an http(s) address, such as http://127.0.0.1:3001');
}

function readToken({ environment, rootFolder }: CliEnvironment): Setting {
  const given = environment['OPERATOR_TOKEN'];
  if (given) return { value: given, source: 'OPERATOR_TOKEN' };
  const file = resolve(rootFolder, environment['DATA_DIR'] || '.data', 'operator-token');
  try {
    return { value: readFileSync(file, 'utf8').trim(), source: file };
  } catch {
    throw new ReleaseError(
      `There is no operator token: set OPERATOR_TOKEN, or start the product, which writes ${file}.`,
      'unauthorized',
    );
  }
}

/** Failures in which no service was asked. */
const localCodes = ['unusable-build', 'not-walked'];

/** A refusal, and which service was asked with which token: the reason may be that it was the wrong one. */
class RefusedRequest extends Error {
  readonly code: string;
  readonly asked: string;

  constructor(refusal: ReleaseError, url: Setting, token: Setting) {
    super(refusal.message);
    this.code = refusal.code;
    this.asked = `Asked ${url.value} (from ${url.source}) with the token from ${token.source}.`;
  }
}

async function run(argv: string[], surroundings: CliEnvironment): Promise<string> {
  const { name, args, json, ...options } = parse(argv);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(name ? `There is no command "${name}".` : 'Which command?');
  const allowed: readonly string[] = command.options;
  const foreign = Object.keys(options).find((option) => !allowed.includes(option));
  if (foreign) throw new UsageError(`${name} does not take --${foreign}.`);
  const [min, max] = command.args;
  if (args.length < min || args.length > max) throw new UsageError(`It is: ${command.usage}`);

  const { rootFolder } = surroundings;
  const [url, token] = [readUrl(surroundings), readToken(surroundings)];
  const client = { url: url.value, token: token.value };
  try {
    const { data, text } = await command.run({ client, rootFolder, args, options });
    return json ? JSON.stringify(data, null, 2) : text;
  } catch (error) {
    if (!(error instanceof ReleaseError) || localCodes.includes(error.code)) throw error;
    throw new RefusedRequest(error, url, token);
  }
}

/** What is said of a command line that came to nothing: to programs, or to people with what may help them. */
function failed(
  status: 1 | 2,
  reason: { readonly code: string; readonly message: string; readonly asked?: string },
  isForPrograms: boolean,
  help = '',
): CliOutput {
  return isForPrograms
    ? { status, stdout: `${JSON.stringify(reason, null, 2)}\n`, stderr: '' }
    : { status, stdout: '', stderr: `${reason.message}\n${help}` };
}

/** One command line, from its arguments to what is printed: status 0 done, 1 refused with the reason, 2 usage. */
export async function runRelease(argv: string[], surroundings: CliEnvironment): Promise<CliOutput> {
  const isForPrograms = argv.includes('--json');
  try {
    return { status: 0, stdout: `${await run(argv, surroundings)}\n`, stderr: '' };
  } catch (error) {
    if (error instanceof UsageError)
      return failed(2, { code: 'usage', message: error.message }, isForPrograms, `\n${usage}\n`);
    if (error instanceof RefusedRequest) {
      const { code, message, asked } = error;
      return failed(1, { code, message, asked }, isForPrograms, `${asked}\n`);
    }
    if (!(error instanceof ReleaseError)) throw error;
    return failed(1, { code: error.code, message: error.message }, isForPrograms);
  }
}
