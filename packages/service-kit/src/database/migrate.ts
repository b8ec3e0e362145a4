import { Migrator, sql, type Kysely, type Migration } from 'kysely';

async function appliedMigrations<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

const nothing = { up: async () => undefined };

/**
 * Brings the tables up to date. Replicas may do so at once: the migrator locks. What a newer version has added stays and is no
 * fault, so that this version goes on beside it, and can come back.
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  own: Readonly<Record<string, Migration>>,
): Promise<void> {
  const ofNewer = (await appliedMigrations(db)).filter((name) => !(name in own));
  const all = { ...own, ...Object.fromEntries(ofNewer.map((name) => [name, nothing])) };
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => all },
  }).migrateToLatest();
  if (error) throw error;
}
