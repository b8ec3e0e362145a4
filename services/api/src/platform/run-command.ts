import { existsSync } from 'node:fs';
import { join } from 'node:path';

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

interface OpenOptions {
  readonly allowLongStatements?: boolean;
  /** Fails if there is no SQLite database yet. */
  readonly mustExist?: boolean;
}

/** Opens the database of the settings. It is closed when the command ends. */
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
    return await command(args, async ({ mustExist = false, ...options } = {}) => {
      const config = readConfig(env, { isServing: false });
      if (mustExist && !config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'funnel.db')))
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

/** Runs a command of the terminal and sets the exit status of the process. Prints only the usage if `--help` is an argument. */
export async function runCommand(usage: string, command: Command<CommandOutput>): Promise<void> {
  const args = process.argv.slice(2);
  const isHelp = args.includes('--help');
  const {
    status,
    out,
    notes = [],
  } = isHelp ? { status: 0, out: usage } : await outputOf(command, args, process.env);
  if (out) process.stdout.write(`${out}\n`);
  for (const note of notes) process.stderr.write(`${note}\n`);
  process.exitCode = status;
}
