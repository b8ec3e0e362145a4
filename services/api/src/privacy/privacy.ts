import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { PurgeIncomplete } from '@funnel/service-kit/database/purge-deleted';
import { ConfigError } from '@funnel/service-kit/settings';

import { configError, readConfig } from '../platform/config.ts';
import { openDatabase, type Database } from '../platform/database.ts';
import { runPrivacy } from './run-privacy.ts';

let database: Database | undefined;
try {
  const { status, out, notes } = await runPrivacy(process.argv.slice(2), async () => {
    const config = readConfig(process.env, { isServing: false });
    if (!config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'funnel.db')))
      throw configError('DATA_DIR', `${config.DATA_DIR} contains no database`);
    database = await openDatabase(config, { allowLongStatements: true });
    return { database, dataDir: config.DATABASE_URL ? null : config.DATA_DIR };
  });
  if (out) process.stdout.write(`${out}\n`);
  for (const note of notes) process.stderr.write(`${note}\n`);
  process.exitCode = status;
} catch (error) {
  if (error instanceof PurgeIncomplete) {
    process.stderr.write(
      `The rows are erased, but deleted data may still be in the database's files (${error.message}). Run the command again.\n`,
    );
  } else process.stderr.write(`${error instanceof ConfigError ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  await database?.close();
}
