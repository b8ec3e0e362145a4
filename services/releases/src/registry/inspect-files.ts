import { setImmediate as letOthersRun } from 'node:timers/promises';

import type { Manifest } from '@funnel/contracts/release';
import { inspectBytes, type StoredFile } from '@funnel/release-kit/gates/inspect-bytes';

import type { Queries } from '../platform/database.ts';
import { findFile, hashesOf } from './file-repository.ts';
import { areIntact } from './stored-file-integrity.ts';

/** Reads and checks the stored bytes of each file of these builds. Missing hashes are not in the result. */
export async function inspectFiles(
  db: Queries,
  builds: readonly Manifest[],
  knownSecrets: readonly string[] = [],
): Promise<ReadonlyMap<string, StoredFile>> {
  const inspected = new Map<string, StoredFile>();
  // Sequentially: a set has a few megabytes.
  for (const integrity of new Set(builds.flatMap(hashesOf))) {
    const row = await findFile(db, integrity);
    if (!row) continue;
    const { body, body_br: compressed } = row;
    const isIntact = await areIntact(row);
    // Lets pending requests run between two files.
    await letOthersRun();
    inspected.set(integrity, {
      isIntact,
      bytes: body.length,
      wireBytes: compressed.length || body.length,
      ...inspectBytes(body, builds, knownSecrets),
    });
  }
  return inspected;
}
