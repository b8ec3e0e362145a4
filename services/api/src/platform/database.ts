import * as kit from '@funnel/service-kit/database/database';
import type { Kysely } from 'kysely';

import { explainConfigError } from './config.ts';
import { migrations } from './migrations.ts';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;
export type Queries = kit.Queries<Schema>;
export type Database = kit.Database<Schema>;

/**
 * Opens the database and migrates its tables. `allowLongStatements` is for tools that read whole tables while no
 * visitor waits. Throws `ConfigError` if the database cannot be opened.
 */
export async function openDatabase(
  location: Parameters<typeof kit.openDatabase>[0],
  { allowLongStatements = false } = {},
): Promise<Database> {
  try {
    return await kit.openDatabase<Schema>(location, {
      migrations,
      fileName: 'funnel.db',
      allowLongStatements,
    });
  } catch (error) {
    throw explainConfigError(error);
  }
}
