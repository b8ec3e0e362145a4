import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { ConfigError } from '@funnel/service-kit/settings';

import { configError, readConfig } from '../platform/config.ts';
import { openDatabase, type Database } from '../platform/database.ts';
import { runPrivacy, type CommandOutput } from './run-privacy.ts';

const describeError = (error: unknown): string =>
  error instanceof ConfigError ? error.message : String(error);

/** Runs the command on the database of these settings, which must exist. An error becomes a note with the status 1. */
export async function runPrivacyCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<CommandOutput> {
  let database: Database | undefined;
  try {
    return await runPrivacy(args, async () => {
      const config = readConfig(env, { isServing: false });
      if (!config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'funnel.db')))
        throw configError('DATA_DIR', `${config.DATA_DIR} contains no database`);
      database = await openDatabase(config, { allowLongStatements: true });
      return { database, dataDir: config.DATABASE_URL ? null : config.DATA_DIR };
    });
  } catch (error) {
    return { status: 1, out: '', notes: [describeError(error)] };
  } finally {
    await database?.close();
  }
}
