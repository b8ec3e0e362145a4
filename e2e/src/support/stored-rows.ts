import { join } from 'node:path';

import { DatabaseSync } from '@photostructure/sqlite';

import type { Funnel } from './funnel.ts';

/** Rows of the service's database, each as one line of JSON. */
export function storedRows(
  { dataDir }: Funnel,
  sql: string,
  ...values: readonly (string | number)[]
): string[] {
  const database = new DatabaseSync(join(dataDir, 'funnel.db'), { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all(...values)
      .map((row) => JSON.stringify(row));
  } finally {
    database.close();
  }
}
