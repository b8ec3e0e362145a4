import * as kit from '@funnel/service-kit/database/database';
import type { Kysely } from 'kysely';

import { explainConfigError } from './config.ts';
import { migrations } from './migrations.ts';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;
export type Queries = kit.Queries<Schema>;
export type Database = kit.Database<Schema>;

/**
 * Opens the database and brings its tables up to date. `isPatient`: for tools that go through whole tables, and keep no
 * visitor waiting. Throws `ConfigError` where there is no database to open.
 */
export async function openDatabase(
  location: Parameters<typeof kit.openDatabase>[0],
  { isPatient = false } = {},
): Promise<Database> {
  try {
    return await kit.openDatabase<Schema>(location, { migrations, fileName: 'funnel.db', isPatient });
  } catch (error) {
    throw explainConfigError(error);
  }
}
