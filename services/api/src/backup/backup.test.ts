import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DatabaseSync } from '@photostructure/sqlite';

import { aLead } from '../leads/a-lead.testkit.ts';
import { freePort } from '@funnel/service-kit/http/free-port';
import { kill, programArgs, spawnProgram } from '../platform/program.testkit.ts';
import { backUp, restore } from './sqlite-files.ts';

// An apostrophe, because SQLite quotes names of files with it.
const folder = mkdtempSync(join(tmpdir(), "funnel's-backup-"));
const dataDir = join(folder, 'data');
let backups = 0;
mkdirSync(join(folder, 'backups'));
const newFile = () => join(folder, 'backups', `${++backups}.db`);

/** The content of a database file, read from a copy, because the driver closes a file only when it is garbage-collected. */
function leadsIn(file: string): string[] {
  const copy = newFile();
  copyFileSync(file, copy);
  const rows = new DatabaseSync(copy).prepare('select step from leads order by step').all();
  return rows.map((row) => String(Object(row).step));
}
const command = (args: readonly string[], env: Record<string, string> = {}) =>
  new Promise<{ status: number; said: string }>((resolve) => {
    const node = [...programArgs(join(__dirname, 'backup.ts')), ...args];
    const options = { timeout: 30_000, env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...env } };
    const child = execFile(process.execPath, node, options, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode ?? -1, said: `${stdout}${stderr}` }),
    );
  });

const main = join(__dirname, '../main.ts');
const database = join(dataDir, 'funnel.db');

async function startService() {
  const port = await freePort();
  const child = await spawnProgram(main, {
    NODE_ENV: 'test',
    OPERATOR_PORT: '0',
    SECRET_KEY: 'a-secret-key-for-tests-of-32-characters',
    DATA_DIR: dataDir,
    PORT: String(port),
    RATE_LIMIT_PER_MINUTE: '100000',
  });
  return {
    postLead: async (step: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(aLead({ step })),
      });
      expect(answer.status).toBe(202);
    },
    stop: () => kill(child),
  };
}

afterAll(() => rmSync(folder, { recursive: true }));

it('backs up the whole database while the service writes, and restores exactly that after the service has stopped', async () => {
  const file = newFile();
  const service = await startService();
  let isOver = false;
  const writing = (async () => {
    for (let at = 100; !isOver; at++) await service.postLead(`${at}`);
  })();
  expect(await command(['backup', file])).toEqual({ status: 0, said: `Backed up to ${file}\n` });
  isOver = true;
  await writing;
  await service.postLead('999');
  expect(() => restore(dataDir, file, 0)).toThrow(
    'the service has the database open: stop the service first',
  );
  await service.stop();

  const kept = restore(dataDir, file, Date.UTC(2026, 0, 15));
  expect(kept).toBe(`${database}.before-2026-01-15T00-00-00-000Z`);
  const restored = leadsIn(database);
  // Nothing between the first and the last is missing.
  expect(restored).toEqual(restored.map((_, at) => `${at + 100}`));
  expect(restored).not.toContain('999');
  expect(leadsIn(kept ?? '')).toContain('999');

  const again = await startService();
  await again.postLead('after');
  await again.stop();
});

it('releases the database as soon as the backup is done', async () => {
  const service = await startService();
  await service.stop();
  // The killed service has left its write-ahead log, and the last connection to the database removes it.
  expect(existsSync(`${database}-wal`)).toBe(true);
  const file = newFile();
  backUp(dataDir, file);
  expect(existsSync(`${database}-wal`)).toBe(false);
  expect(restore(dataDir, file, 0)).not.toBeNull();
});

it('restores onto a machine that has nothing yet', async () => {
  const file = newFile();
  backUp(dataDir, file);
  const elsewhere = join(folder, 'elsewhere');
  expect(restore(elsewhere, file, 0)).toBeNull();
  expect(readFileSync(join(elsewhere, 'funnel.db'))).toEqual(readFileSync(file));
});

it('makes files that their owner alone can read', () => {
  const file = newFile();
  backUp(dataDir, file);
  chmodSync(file, 0o644);
  const elsewhere = join(folder, 'private');
  restore(elsewhere, file, 0);
  const other = newFile();
  backUp(elsewhere, other);
  for (const path of [other, join(elsewhere, 'funnel.db')]) expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(elsewhere).mode & 0o777).toBe(0o700);
});

it('restores over what is damaged, and what a crash has left of it', async () => {
  const file = newFile();
  backUp(dataDir, file);
  const before = leadsIn(file);
  for (const damage of [
    () => writeFileSync(database, 'damaged'),
    () => renameSync(database, `${database}.away`),
  ]) {
    const service = await startService();
    await service.postLead('0');
    await service.stop();
    expect(existsSync(`${database}-wal`)).toBe(true);
    damage();
    restore(dataDir, file, Date.now());
    expect(leadsIn(database)).toEqual(before);
    expect(existsSync(`${database}-wal`)).toBe(false);
  }
});

it('backs up over the part that a crash has left, and keeps it private', () => {
  const file = newFile();
  writeFileSync(`${file}.part`, 'the part of a backup', { mode: 0o644 });
  backUp(dataDir, file);
  const copy = newFile();
  backUp(dataDir, copy);
  expect(readFileSync(file)).toEqual(readFileSync(copy));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(existsSync(`${file}.part`)).toBe(false);
});

it('refuses to write over a backup, and to back up nothing', () => {
  const file = newFile();
  backUp(dataDir, file);
  expect(() => backUp(dataDir, file)).toThrow(`${file} already exists. Name another file.`);
  const nowhere = join(folder, 'nowhere');
  expect(() => backUp(nowhere, newFile())).toThrow(
    `${nowhere} contains no database. DATA_DIR names the folder of the database.`,
  );
});

it.each([
  ['no database', 'no database'],
  ['an empty file', ''],
])('makes no backup of %s, names the file, and leaves nothing behind', async (_, content) => {
  const damaged = mkdtempSync(join(folder, 'damaged-'));
  writeFileSync(join(damaged, 'funnel.db'), content);
  const target = mkdtempSync(join(folder, 'target-'));
  const { status, said } = await command(['backup', join(target, 'a.db')], { DATA_DIR: damaged });
  expect(status).toBe(1);
  expect(said).toContain(`${join(damaged, 'funnel.db')} is not an intact database of this service`);
  expect(readdirSync(target)).toEqual([]);
});

it('ends at once with the reason if a file is in place of the folder of its target', async () => {
  expect(await command(['backup', join(database, 'a.db')])).toEqual({
    status: 1,
    // One line.
    said: expect.stringMatching(/^\S+\/a\.db cannot be created \(.+\)\n$/),
  });
});

it('creates no folder for its target, and names the one that is missing', async () => {
  const missing = join(folder, 'mistyped', 'today');
  expect(await command(['backup', join(missing, 'a.db')])).toEqual({
    status: 1,
    said: `There is no folder ${missing}. Create it first, or name another file.\n`,
  });
  expect(existsSync(join(folder, 'mistyped'))).toBe(false);
});

it('rejects what is damaged, foreign, newer or missing, and leaves the database as it is', () => {
  const before = leadsIn(database);
  const damaged = newFile();
  backUp(dataDir, damaged);
  truncateSync(damaged, 20_000);
  // Every row can be read, but the index of the leads leads to other rows.
  const inconsistent = newFile();
  backUp(dataDir, inconsistent);
  const wrongIndex = new DatabaseSync(inconsistent);
  wrongIndex.enableDefensive(false);
  wrongIndex.exec(`
    pragma writable_schema = on;
    update sqlite_schema set rootpage = (select rootpage from sqlite_schema where name = 'sqlite_autoindex_outbox_1')
    where name = 'sqlite_autoindex_leads_1'`);
  wrongIndex.close();
  const foreign = newFile();
  writeFileSync(foreign, 'no database');
  const newer = newFile();
  backUp(dataDir, newer);
  const later = new DatabaseSync(newer);
  later.exec("insert into kysely_migration values ('9999-later', '')");
  later.close();
  for (const [file, reason] of [
    [damaged, 'is not an intact database'],
    [inconsistent, 'is not an intact database'],
    [foreign, 'is not an intact database'],
    [newer, 'is from a newer version (9999-later)'],
    [newFile(), 'does not exist'],
  ] as const) {
    expect(() => restore(dataDir, file, 0)).toThrow(reason);
  }
  expect(leadsIn(database)).toEqual(before);
});

const validAgain = 'What was removed after the backup is valid again: operator tokens, publishers, webhooks.';

it('says after a restore what is valid again, and what shows it', async () => {
  const file = newFile();
  backUp(dataDir, file);
  const { status, said } = await command(['restore', file], { DATA_DIR: join(folder, 'restored') });
  expect({ status, lines: said.split('\n').slice(0, 2) }).toEqual({
    status: 0,
    lines: [`Restored from ${file}`, validAgain],
  });
  for (const shown of ['"token list"', '"publisher list"', '"webhook show APP"', '"status"'])
    expect(said).toContain(shown);
});

it.each([
  ['no file', ['backup'], {}, 2, 'npm run backup -- <file>'],
  ['PostgreSQL', ['backup', 'x.db'], { DATABASE_URL: 'postgres://a@b/c' }, 1, 'pg_dump'],
  ['PostgreSQL', ['restore', 'x.db'], { DATABASE_URL: 'postgres://a@b/c' }, 1, 'pg_restore'],
  ['PostgreSQL', ['restore', 'x.db'], { DATABASE_URL: 'postgres://a@b/c' }, 1, validAgain],
  // Without that, tables of a later version stay, and the service does not start.
  [
    'PostgreSQL',
    ['restore', 'x.db'],
    { DATABASE_URL: 'postgres://a@b/c' },
    1,
    '--command="drop schema public cascade" --command="create schema public"',
  ],
])('answers %s with %j by what to do instead', async (_, args, env, status, text) => {
  const answer = await command(args, { ...env });
  expect(answer).toEqual({ status, said: expect.stringContaining(text) });
});
