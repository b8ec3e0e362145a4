import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { types } from 'node:util';

import { DatabaseSync } from '@photostructure/sqlite';

import { migrations } from '../platform/migrations.ts';

/** The command failed and changed nothing. The message is for the operator. */
export class BackupError extends Error {}

const databaseIn = (dataDir: string) => join(dataDir, 'funnel.db');

/** Syncs a file, which could otherwise be lost when the machine stops. */
function syncToDisk(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Renames a finished file atomically, so that it exists completely or not at all. */
function moveIntoPlace(part: string, file: string): void {
  syncToDisk(part);
  renameSync(part, file);
  syncToDisk(dirname(file));
}

/** Copies the database at one moment, while the service is running. */
export function backUp(dataDir: string, file: string): void {
  const source = databaseIn(dataDir);
  if (!existsSync(source)) throw new BackupError(`${dataDir} contains no database`);
  if (existsSync(file)) throw new BackupError(`${file} already exists`);
  mkdirSync(dirname(file), { recursive: true });
  const part = `${file}.part`;
  // Created first, because SQLite would make it readable for others.
  writeFileSync(part, '', { mode: 0o600 });
  chmodSync(part, 0o600);
  const database = new DatabaseSync(source);
  try {
    database.exec('PRAGMA busy_timeout = 5000');
    database.prepare('VACUUM INTO ?').run(part);
  } finally {
    database.close();
  }
  moveIntoPlace(part, file);
}

function checkBackup(file: string): void {
  if (!existsSync(file)) throw new BackupError(`${file} does not exist`);
  let applied: string[];
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    const damage = database
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => String(Object(row).integrity_check));
    if (damage.join() !== 'ok') throw new Error(damage.slice(0, 3).join('; '));
    applied = database
      .prepare('select name from kysely_migration')
      .all()
      .map((row) => String(Object(row).name));
    database.close();
  } catch (error) {
    throw new BackupError(`${file} is not an intact database of this service (${error})`);
  }
  const knownMigrations = migrations('sqlite');
  const foreign = applied.filter((name) => !(name in knownMigrations));
  if (foreign.length > 0) throw new BackupError(`${file} is from a newer version (${foreign.join(', ')})`);
}

/** SQLITE_CORRUPT and SQLITE_NOTADB: the reasons to restore a backup. */
const damageCodes = [11, 26];
const isDamage = (error: unknown): boolean =>
  types.isNativeError(error) && 'errcode' in error && damageCodes.includes(Number(error.errcode) & 0xff);

/**
 * Merges the write-ahead log into the database file. Throws if another process has it open. A damaged file stays
 * unchanged, with its log.
 */
function mergeLog(path: string): void {
  try {
    const database = new DatabaseSync(path);
    try {
      database.exec('PRAGMA busy_timeout = 0');
      database.exec('PRAGMA journal_mode = DELETE');
    } finally {
      database.close();
    }
  } catch (cause) {
    if (isDamage(cause)) return;
    throw new BackupError('the service is using the database: stop it first', { cause });
  }
}

/** The database with its logs, which SQLite would otherwise apply to the restored file. */
const parts = ['', '-wal', '-shm'];

/** Replaces the database with an intact backup. Returns the path of the previous database, or null. */
export function restore(dataDir: string, file: string, nowMs: number): string | null {
  checkBackup(file);
  const target = databaseIn(dataDir);
  const hasDatabase = existsSync(target);
  if (hasDatabase) mergeLog(target);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const part = `${target}.part`;
  copyFileSync(file, part);
  chmodSync(part, 0o600);
  const previous = `${target}.before-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}`;
  for (const ending of parts) {
    if (existsSync(target + ending)) renameSync(target + ending, previous + ending);
  }
  moveIntoPlace(part, target);
  return hasDatabase ? previous : null;
}

/**
 * Deletes the files that restores have kept or left unfinished in the folder, because they are complete older
 * databases. Returns their names.
 */
export function removeOldDatabases(dataDir: string): string[] {
  const previous = readdirSync(dataDir).filter((name) => /^funnel\.db\.(?:before-|part$)/.test(name));
  for (const name of previous) rmSync(join(dataDir, name), { recursive: true });
  return previous;
}
