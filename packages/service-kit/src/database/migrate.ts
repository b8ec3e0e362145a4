import { Migrator, sql, type Kysely, type Migration } from 'kysely';

async function appliedMigrations<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

const noop = { up: async () => undefined };

/**
 * Migrates the tables to this version. Replicas may run it at once, because the migrator locks. Migrations of a newer
 * version are ignored, so that this version can run beside it, or be restored.
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  ownMigrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const newerMigrations = (await appliedMigrations(db)).filter((name) => !(name in ownMigrations));
  const all = { ...ownMigrations, ...Object.fromEntries(newerMigrations.map((name) => [name, noop])) };
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => all },
  }).migrateToLatest();
  if (error) throw error;
}
