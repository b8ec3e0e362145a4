import { join } from 'node:path';

import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';

import { openDatabase, type Database } from '../../platform/database.ts';
import { createTestDatabase } from '../../platform/service.testkit.ts';
import { startPaidFunnel, startVisit, type PaidFunnel } from '../paid-funnel.testkit.ts';

describe('a checkout while another process keeps the database locked', () => {
  let testDatabase: Awaited<ReturnType<typeof createTestDatabase.sqlite>>;
  let database: Database;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    testDatabase = await createTestDatabase.sqlite();
    database = await openDatabase(testDatabase);
    funnel = await startPaidFunnel(database);
  });
  afterAll(async () => {
    await funnel.close();
    await database.close();
    await testDatabase.remove();
  });

  it('is answered with 503, and opens once the lock is released', async () => {
    const visit = await startVisit(funnel.app);
    await sql`pragma busy_timeout = 0`.execute(database.db);
    const other = new DatabaseSync(join(testDatabase.DATA_DIR, 'funnel.db'));
    other.exec('begin immediate');
    const rejected = await visit.post({});
    other.close();

    expect(rejected.status).toBe(503);
    expect(await rejected.json()).toMatchObject({ code: 'unavailable' });
    expect((await visit.post({})).status).toBe(201);
  });
});
