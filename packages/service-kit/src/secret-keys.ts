import { hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createFolder } from './create-folder.ts';
import { SettingError } from './settings.ts';

/** The key for one purpose: 32 bytes in base64, derived from the service's secret key (HKDF, RFC 5869). */
export type DeriveKey = (purpose: string) => string;

interface KeySettings {
  readonly SECRET_KEY?: string | undefined;
  readonly DATA_DIR: string;
}

/** Derives keys in memory. No key is stored in the database, so that a copy or a backup of it cannot sign anything. */
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

/** Reads the key file beside the data. Creates it at the first start, readable by its owner only. */
function keyFromFile(folder: string): string {
  const file = join(folder, 'secret-key');
  const known = readIfThere(file);
  if (known) return known;
  const draft = `${file}.${randomBytes(8).toString('hex')}.new`;
  try {
    createFolder(folder);
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new SettingError('DATA_DIR', `${folder} cannot hold the secret key (${error})`);
  }
  try {
    // Creating a link is atomic. If processes start at once, one of them creates the file and the others read it.
    linkSync(draft, file);
  } catch {
    // Another process has created the file.
  } finally {
    rmSync(draft);
  }
  const made = readIfThere(file);
  if (!made) throw new SettingError('DATA_DIR', `${folder} cannot hold the secret key`);
  return made;
}

/** Derives keys from `SECRET_KEY`, or from the key file beside the data if it is not set. Throws `SettingError`. */
export const loadSecretKeys = ({ SECRET_KEY, DATA_DIR }: KeySettings, product: string): DeriveKey =>
  createSecretKeys(SECRET_KEY ?? keyFromFile(DATA_DIR), product);
