import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { types } from 'node:util';

import { createFolder } from '@funnel/service-kit/create-folder';
import { DatabaseSync } from '@photostructure/sqlite';

import { migrations } from '../platform/migrations.ts';
import { CommandError } from '../platform/run-command.ts';

/** The operation was rejected and changed nothing. The message is for the operator. */
export class BackupError extends CommandError {}

const databaseIn = (dataDir: string) => join(dataDir, 'funnel.db');

/** Flushes a file to disk. Before that, it may be lost when the machine stops. */
function syncToDisk(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Renames a finished file to its name, so that a partial file never has it. */
function moveIntoPlace(part: string, file: string): void {
  syncToDisk(part);
  renameSync(part, file);
  syncToDisk(dirname(file));
}

/** SQLITE_CORRUPT and SQLITE_NOTADB: a damaged database may be replaced by a backup. */
const damageCodes = [11, 26];
const isDamage = (error: unknown): boolean =>
  types.isNativeError(error) && 'errcode' in error && damageCodes.includes(Number(error.errcode) & 0xff);

const notIntact = (file: string, reason: unknown) =>
  new BackupError(`${file} is not an intact database of this service (${reason})`);

/** Returns the migrations of a database that nobody has open, such as a backup. Throws if it is not intact. */
function readMigrations(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const damage = database
    .prepare('PRAGMA integrity_check')
    .all()
    .map((row) => String(Object(row).integrity_check));
  if (damage.join() !== 'ok') throw new Error(damage.slice(0, 3).join('; '));
  const applied = database
    .prepare('select name from kysely_migration')
    .all()
    .map((row) => String(Object(row).name));
  database.close();
  return applied;
}

function copyDatabase(source: string, target: string): void {
  const database = new DatabaseSync(source);
  try {
    database.exec('PRAGMA busy_timeout = 5000');
    // Not prepared: a prepared statement keeps the file open until it is garbage-collected.
    database.exec(`VACUUM INTO '${target.replaceAll("'", "''")}'`);
  } catch (error) {
    throw isDamage(error) ? notIntact(source, error) : error;
  } finally {
    database.close();
  }
}

/** Copies a consistent snapshot of the database while the service runs, and checks the copy. */
export function backUp(dataDir: string, file: string): void {
  const source = databaseIn(dataDir);
  if (!existsSync(source))
    throw new BackupError(`${dataDir} contains no database. DATA_DIR names the folder of the database.`);
  if (existsSync(file)) throw new BackupError(`${file} already exists. Name another file.`);
  const folder = dirname(file);
  if (!existsSync(folder))
    throw new BackupError(`There is no folder ${folder}. Create it first, or name another file.`);
  const part = `${file}.part`;
  try {
    // Created first, because SQLite would make it readable for other users.
    writeFileSync(part, '', { mode: 0o600 });
    chmodSync(part, 0o600);
  } catch (error) {
    throw new BackupError(`${file} cannot be created (${error})`);
  }
  try {
    copyDatabase(source, part);
    try {
      readMigrations(part);
    } catch (error) {
      // SQLite copies also an empty file, or the database of another program.
      throw notIntact(source, error);
    }
    moveIntoPlace(part, file);
  } finally {
    rmSync(part, { force: true });
  }
}

function checkBackup(file: string): void {
  if (!existsSync(file)) throw new BackupError(`${file} does not exist`);
  let applied: string[];
  try {
    applied = readMigrations(file);
  } catch (error) {
    throw notIntact(file, error);
  }
  const known = migrations('sqlite');
  const foreign = applied.filter((name) => !(name in known));
  if (foreign.length > 0) throw new BackupError(`${file} is from a newer version (${foreign.join(', ')})`);
}

/**
 * Merges the write-ahead log into the database file. Throws while another process has it open. A damaged file stays as it is,
 * with its log.
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
    throw new BackupError('the service has the database open: stop the service first', { cause });
  }
}

/** The file and its logs, which SQLite would apply to any file that replaces the database. */
const parts = ['', '-wal', '-shm'];

/** Replaces the database with an intact backup. Returns where the previous one was moved; null if there was none. */
export function restore(dataDir: string, file: string, nowMs: number): string | null {
  checkBackup(file);
  const target = databaseIn(dataDir);
  const hasDatabase = existsSync(target);
  if (hasDatabase) mergeLog(target);
  createFolder(dataDir);
  const part = `${target}.part`;
  copyFileSync(file, part);
  chmodSync(part, 0o600);
  const kept = `${target}.before-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}`;
  for (const ending of parts) {
    if (existsSync(target + ending)) renameSync(target + ending, kept + ending);
  }
  moveIntoPlace(part, target);
  return hasDatabase ? kept : null;
}

/** Removes the previous and unfinished databases that restores left in the folder. Returns their names. */
export function removeKeptDatabases(dataDir: string): string[] {
  const kept = readdirSync(dataDir).filter((name) => /^funnel\.db\.(?:before-|part$)/.test(name));
  for (const name of kept) rmSync(join(dataDir, name), { recursive: true });
  return kept;
}
