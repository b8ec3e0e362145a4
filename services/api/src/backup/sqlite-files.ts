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

/** Refused, and nothing changed; the message is for the operator. */
export class BackupError extends Error {}

const databaseIn = (dataDir: string) => join(dataDir, 'funnel.db');

/** Until this has happened a file may be lost when the machine stops. */
function bringToDisk(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Puts a finished file under its name: there is the whole of it, or none. */
function publish(part: string, file: string): void {
  bringToDisk(part);
  renameSync(part, file);
  bringToDisk(dirname(file));
}

/** Copies the database as it is at one moment, while the service runs. */
export function backUp(dataDir: string, file: string): void {
  const source = databaseIn(dataDir);
  if (!existsSync(source)) throw new BackupError(`${dataDir} holds no database`);
  if (existsSync(file)) throw new BackupError(`${file} is there already`);
  mkdirSync(dirname(file), { recursive: true });
  const part = `${file}.part`;
  // Made first, since SQLite would make it readable for others.
  writeFileSync(part, '', { mode: 0o600 });
  chmodSync(part, 0o600);
  const database = new DatabaseSync(source);
  try {
    database.exec('PRAGMA busy_timeout = 5000');
    database.prepare('VACUUM INTO ?').run(part);
  } finally {
    database.close();
  }
  publish(part, file);
}

function checkBackup(file: string): void {
  if (!existsSync(file)) throw new BackupError(`${file} is not there`);
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
    throw new BackupError(`${file} is no sound database of this service (${error})`);
  }
  const known = migrations('sqlite');
  const foreign = applied.filter((name) => !(name in known));
  if (foreign.length > 0) throw new BackupError(`${file} is of a newer version (${foreign.join(', ')})`);
}

/** SQLITE_CORRUPT and SQLITE_NOTADB: what a backup is for. */
const damageCodes = [11, 26];
const isDamage = (error: unknown): boolean =>
  types.isNativeError(error) && 'errcode' in error && damageCodes.includes(Number(error.errcode) & 0xff);

/**
 * Writes what is still in the log into the one file. Refused while anybody else has it open; a file that is damaged stays
 * as it is, with its log.
 */
function settle(path: string): void {
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
    throw new BackupError('the service holds the database: stop it first', { cause });
  }
}

/** The file, and the logs that SQLite would else play into whatever comes to stand in its place. */
const parts = ['', '-wal', '-shm'];

/** Puts a sound backup in place of the database. Returns where the one before was put; null where there was none. */
export function restore(dataDir: string, file: string, nowMs: number): string | null {
  checkBackup(file);
  const target = databaseIn(dataDir);
  const hasDatabase = existsSync(target);
  if (hasDatabase) settle(target);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const part = `${target}.part`;
  copyFileSync(file, part);
  chmodSync(part, 0o600);
  const kept = `${target}.before-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}`;
  for (const ending of parts) {
    if (existsSync(target + ending)) renameSync(target + ending, kept + ending);
  }
  publish(part, target);
  return hasDatabase ? kept : null;
}

/** Removes what restorations have kept or left unfinished in the folder: whole older databases. Returns their names. */
export function removeKeptDatabases(dataDir: string): string[] {
  const kept = readdirSync(dataDir).filter((name) => /^funnel\.db\.(?:before-|part$)/.test(name));
  for (const name of kept) rmSync(join(dataDir, name), { recursive: true });
  return kept;
}
