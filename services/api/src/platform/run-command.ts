import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { printOutput } from '@funnel/release-kit/client/print-output';
import { ConfigError } from '@funnel/service-kit/settings';

import { configError, readConfig, type Config } from './config.ts';
import { openDatabase, type Database } from './database.ts';

export interface CommandOutput {
  /** 0 done, 1 rejected, failed or incomplete, 2 usage. */
  readonly status: number;
  /** What is printed to the standard output. */
  readonly out?: string;
  /** The lines of the standard error. */
  readonly notes?: readonly string[];
}

/** An error whose message tells the user of a command what to do. Of others the name is printed, too. */
export class CommandError extends Error {}

const isExpected = (error: unknown): error is Error =>
  error instanceof ConfigError || error instanceof CommandError;

const either = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** Says which argument of a command is wrong and what is expected there, or null. Each list has the words that one place may have. */
export function describeWrongArgument(
  args: readonly string[],
  ...places: readonly (readonly string[])[]
): string | null {
  const wrong = places.findIndex((words, at) => !words.includes(args[at] ?? ''));
  const arg = wrong === -1 ? args[places.length] : args[wrong];
  if (wrong === -1 && arg === undefined) return null;
  const expected = either.format(
    places[wrong] ?? [places.length === 0 ? 'no argument' : 'no further argument'],
  );
  return `Expected ${expected}, got ${arg === undefined ? 'no argument' : `"${arg}"`}.`;
}

interface OpenOptions {
  readonly allowLongStatements?: boolean;
}

/**
 * Opens the database of the settings. It is closed when the command ends. Only the service creates an SQLite database: a command that
 * found nothing in one of its own would report success for a wrong `DATA_DIR`.
 */
export type OpenDatabase = (options?: OpenOptions) => Promise<{ config: Config; database: Database }>;

type Command<Output extends CommandOutput> = (
  args: readonly string[],
  open: OpenDatabase,
) => Output | Promise<Output>;

/** Runs a command with these settings of the service. An error becomes a note with the status 1. */
export async function outputOf<Output extends CommandOutput>(
  command: Command<Output>,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Output | { status: number; out: string; notes: readonly string[] }> {
  let database: Database | undefined;
  try {
    return await command(args, async (options) => {
      const config = readConfig(env, { isServing: false });
      if (!config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'funnel.db')))
        throw configError('DATA_DIR', `${config.DATA_DIR} contains no database`);
      database = await openDatabase(config, options);
      return { config, database };
    });
  } catch (error) {
    return { status: 1, out: '', notes: [isExpected(error) ? error.message : String(error)] };
  } finally {
    await database?.close();
  }
}

/** Runs a command of the terminal and sets the exit status of the process. Prints only the usage if `--help` or `-h` is an argument. */
export async function runCommand(usage: string, command: Command<CommandOutput>): Promise<void> {
  const args = process.argv.slice(2);
  const isHelp = args.some((arg) => arg === '--help' || arg === '-h');
  const {
    status,
    out,
    notes = [],
  } = isHelp ? { status: 0, out: usage } : await outputOf(command, args, process.env);
  const lines = (texts: readonly string[]) => texts.map((text) => `${text}\n`).join('');
  printOutput({ status, stdout: lines(out ? [out] : []), stderr: lines(notes) });
}
