import { hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { configError, type Config } from './config.ts';

/** The key for one purpose: 32 bytes in base64, derived from the service's secret key (HKDF, RFC 5869). */
export type DeriveKey = (purpose: string) => string;

/** Keys are not stored in the database, so a copy or a backup of it cannot sign anything. */
export function createSecretKeys(secretKey: string): DeriveKey {
  const derived = new Map<string, string>();
  return (purpose) => {
    const key =
      derived.get(purpose) ??
      Buffer.from(hkdfSync('sha256', secretKey, '', `funnel ${purpose}`, 32)).toString('base64');
    derived.set(purpose, key);
    return key;
  };
}

const readIfExists = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
};

/** Reads the key from a file beside the data that only its owner can read. Creates the file on the first start. */
function keyFromFile(folder: string): string {
  const file = join(folder, 'secret-key');
  const existing = readIfExists(file);
  if (existing) return existing;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(8).toString('hex')}.new`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // Creating a link is atomic: of several processes that start at once, one creates the key and the others read it.
    linkSync(draft, file);
  } catch {
    // Another process was first.
  } finally {
    rmSync(draft);
  }
  const stored = readIfExists(file);
  if (!stored) throw configError('DATA_DIR', `${folder} cannot hold the secret key`);
  return stored;
}

/** Derives keys from `SECRET_KEY`, or from the key file beside the data if it is not set. Throws `ConfigError`. */
export const loadSecretKeys = ({
  SECRET_KEY,
  DATA_DIR,
}: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>): DeriveKey =>
  createSecretKeys(SECRET_KEY ?? keyFromFile(DATA_DIR));
