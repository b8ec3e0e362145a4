import { join } from 'node:path';

import { sql } from 'kysely';

import { migrations } from './migrations.ts';
import { freePort, kill, runProgram } from './program.testkit.ts';
import { describeOnEachEngine } from './service.testkit.ts';

// Four processes start at once, and a machine may be busy.
jest.setTimeout(120_000);

describeOnEachEngine('an empty database', (open, engine, place) => {
  it('is brought up to date once by four processes that start at the same time', async () => {
    const { DATABASE_URL, DATA_DIR } = place();
    const environment = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      DATA_DIR,
      ...(DATABASE_URL && { DATABASE_URL }),
    };
    const processes = await Promise.all(
      Array.from({ length: 4 }, async () =>
        runProgram(join(__dirname, '../main.ts'), { ...environment, PORT: String(await freePort()) }),
      ),
    );
    await Promise.all(processes.map(kill));
    const { db } = await open();
    const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    expect(applied.rows.map(({ name }) => name)).toEqual(Object.keys(migrations(engine)).toSorted());
  });
});
