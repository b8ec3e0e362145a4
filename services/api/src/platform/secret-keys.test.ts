import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openDatabase } from './database.ts';
import { createSecretKeys, loadSecretKeys } from './secret-keys.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('the data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'funnel-files-')), 'data');
  });
  afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

  it('is readable by its owner only, including the write-ahead log', async () => {
    loadSecretKeys({ SECRET_KEY: undefined, DATA_DIR: folder });
    const database = await openDatabase({ DATA_DIR: folder });
    await database.ping();
    const files = readdirSync(folder);
    expect(files.toSorted()).toEqual(['funnel.db', 'funnel.db-shm', 'funnel.db-wal', 'secret-key']);
    expect(modeOf(folder)).toBe('700');
    for (const file of files) expect([file, modeOf(join(folder, file))]).toEqual([file, '600']);
    await database.close();
  });

  it('stores a random key if none is set, and reuses it at every start', () => {
    const settings = { SECRET_KEY: undefined, DATA_DIR: folder };
    const [first, second] = [loadSecretKeys(settings), loadSecretKeys(settings)];
    expect(first('visit')).toBe(second('visit'));
    expect(readFileSync(join(folder, 'secret-key'), 'utf8')).toMatch(/^[\w-]{43}\n$/);
    const other = loadSecretKeys({ SECRET_KEY: undefined, DATA_DIR: join(folder, 'other') });
    expect(other('visit')).not.toBe(first('visit'));
  });

  it('stores no key if one is set', () => {
    const SECRET_KEY = 'a-secret-key-of-at-least-32-characters';
    expect(loadSecretKeys({ SECRET_KEY, DATA_DIR: folder })('visit')).toBe(
      createSecretKeys(SECRET_KEY)('visit'),
    );
    expect(() => readdirSync(folder)).toThrow('ENOENT');
  });
});

it('derives different keys for different purposes and services', () => {
  const [one, other] = [createSecretKeys('a'.repeat(32)), createSecretKeys('b'.repeat(32))];
  expect(new Set([one('visit'), one('preview'), other('visit')]).size).toBe(3);
  expect(Buffer.from(one('visit'), 'base64')).toHaveLength(32);
});
