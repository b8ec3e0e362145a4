import { ReleaseError } from '@funnel/release-kit/client/publish-client';
import { CommanderError } from 'commander';

import type { CommandResult, Run } from './command.ts';
import { createProgram, sentence } from './program.ts';
import { readToken, readUrl, CliSettingError, type CliEnvironment } from './settings.ts';

interface CliOutput {
  readonly status: 0 | 1 | 2;
  readonly stdout: string;
  readonly stderr: string;
}

interface Reason {
  readonly code: string;
  readonly message: string;
  /** The URL and the source of the token, if a service was called, because one of them may be wrong. */
  readonly sent?: string;
}

/** Codes of failures in which no service was called. */
const localCodes = ['unusable-build', 'smoke-test-not-started'];

/** How a failure names the service, if the command did not reach it. */
const verbs = new Map([
  ['unreachable', 'Called'],
  ['unusable-token', 'For'],
]);

const noCommand = 'A command is required.';
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Removes what controls a terminal, or the order in which it shows letters. Texts of other people, such as reasons, must not change
 * what an operator sees.
 */
const printable = (text: string): string => text.replace(/[^\P{Cc}\n]|\p{Bidi_Control}/gu, '');

/** Runs one command line. Exit status: 0 done, 1 rejected or failed, 2 usage. */
export async function releaseCommand(
  argv: readonly string[],
  environment: CliEnvironment,
): Promise<CliOutput> {
  const { status, stdout, stderr } = await runCommandLine(argv, environment);
  return { status, stdout: printable(stdout), stderr: printable(stderr) };
}

async function runCommandLine(argv: readonly string[], environment: CliEnvironment): Promise<CliOutput> {
  const printed = { out: '', err: '' };
  const isJson = argv.includes('--json');
  let result: CommandResult | undefined;
  /** The URL and the source of the token. */
  let called: string | undefined;

  const run: Run = async (work) => {
    const [url, token] = [readUrl(environment), readToken(environment)];
    called = `${url.value} (from ${url.source}) with the token from ${token.source}.`;
    const client = { url: url.value, token: token.value };
    result = await work({ client, rootFolder: environment.rootFolder });
  };
  const program = createProgram(run, {
    writeOut: (text) => (printed.out += text),
    writeErr: (text) => (printed.err += text),
  });
  const failed = (status: 1 | 2, reason: Reason, text: string): CliOutput =>
    isJson ? { status, stdout: json(reason), stderr: '' } : { status, stdout: '', stderr: text };

  try {
    await program.parseAsync(argv, { from: 'user' });
    const stderr = (result?.warnings ?? []).map((warning) => `Warning: ${warning}\n`).join('');
    return { status: 0, stdout: isJson ? json(result?.data) : `${result?.text}\n`, stderr };
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return { status: 0, stdout: printed.out, stderr: '' };
      const isHelp = error.code === 'commander.help';
      const message = isHelp ? noCommand : sentence(error.message);
      return failed(2, { code: 'usage', message }, isHelp ? `${noCommand}\n\n${printed.err}` : printed.err);
    }
    if (error instanceof CliSettingError)
      return failed(2, { code: 'usage', message: error.message }, `${error.message}\n`);
    if (!(error instanceof ReleaseError)) throw error;
    const { code, message } = error;
    const verb = verbs.get(code) ?? 'Sent to';
    const isLocal = called === undefined || localCodes.includes(code);
    const reason: Reason = isLocal ? { code, message } : { code, message, sent: `${verb} ${called}` };
    return failed(1, reason, [message, ...(reason.sent ? [reason.sent] : []), ''].join('\n'));
  }
}
