import { hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { SettingError } from './settings.ts';

/** The key for one purpose: 32 bytes in base64, derived from the service's secret key (HKDF, RFC 5869). */
export type DeriveKey = (purpose: string) => string;

interface KeySettings {
  readonly SECRET_KEY?: string | undefined;
  readonly DATA_DIR: string;
}

/** No key stands in the database, so a copy or a backup of it signs nothing. */
export function createSecretKeys(secretKey: string, product: string): DeriveKey {
  const derived = new Map<string, string>();
  return (purpose) => {
    const key =
      derived.get(purpose) ??
      Buffer.from(hkdfSync('sha256', secretKey, '', `${product} ${purpose}`, 32)).toString('base64');
    derived.set(purpose, key);
    return key;
  };
}

const readIfThere = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
};

/** The key of a file beside the data, which only its owner can read; made on the first start. */
function keyFromFile(folder: string): string {
  const file = join(folder, 'secret-key');
  const known = readIfThere(file);
  if (known) return known;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(8).toString('hex')}.new`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // A link is made whole or not at all: of processes that start at once, one makes the key and the others read it.
    linkSync(draft, file);
  } catch {
    // Another process was first.
  } finally {
    rmSync(draft);
  }
  const made = readIfThere(file);
  if (!made) throw new SettingError('DATA_DIR', `${folder} cannot hold the secret key`);
  return made;
}

/** The keys of `SECRET_KEY`, or of the file beside the data where it is not set. Throws `SettingError`. */
export const loadSecretKeys = ({ SECRET_KEY, DATA_DIR }: KeySettings, product: string): DeriveKey =>
  createSecretKeys(SECRET_KEY ?? keyFromFile(DATA_DIR), product);
