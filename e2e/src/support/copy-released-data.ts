import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Names the folder with the data of a product in which the builds of this working copy are published and live. */
export const releasedDataVariable = 'RELEASED_DATA_DIR';

/** A new data folder with the published builds, all live. The caller removes it. */
export function copyReleasedData(): string {
  const released = process.env[releasedDataVariable];
  if (!released) throw new Error(`${releasedDataVariable} is not set: the global setup has not run`);
  const dataDir = mkdtempSync(join(tmpdir(), 'funnel-'));
  cpSync(released, dataDir, { recursive: true });
  return dataDir;
}
