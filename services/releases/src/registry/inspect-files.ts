import { setImmediate as letOthersRun } from 'node:timers/promises';

import type { Queries } from '../platform/database.ts';
import { findFile } from './file-repository.ts';
import { areIntact } from './stored-bytes.ts';

/** The properties of a file's stored bytes, regardless of its manifest. */
export interface StoredFile {
  /** Whether the bytes and their compressed copy match the hash under which they are stored. */
  readonly isIntact: boolean;
  readonly bytes: number;
  /** The size in transit: compressed if that is smaller. */
  readonly wireBytes: number;
  readonly hasReact: boolean;
  /** The scripts and styles that the text names in full, in the way in which the bundler writes the names of chunks. */
  readonly loads: readonly string[];
}

/**
 * Every copy of React exports or reads an object with such a name, which minifiers do not change. A disguised copy is
 * not found, because the check is against mistakes, not attacks.
 */
const reactInternals = '_INTERNALS_DO_NOT_USE_OR_';
/** Names that are built at run time are not found. The build of a remote with one chunk writes them in full. */
const chunkName = /["'`]([\w-][\w.-]*\.[0-9a-f]{8}\.(?:js|css))["'`]/g;

/** Reads and checks the stored bytes of each hash. Missing hashes are not in the result. */
export async function inspectFiles(
  db: Queries,
  integrities: readonly string[],
): Promise<ReadonlyMap<string, StoredFile>> {
  const inspected = new Map<string, StoredFile>();
  // Sequentially: a set has a few megabytes.
  for (const integrity of new Set(integrities)) {
    const row = await findFile(db, integrity);
    if (!row) continue;
    const { body, body_br: compressed } = row;
    const isIntact = await areIntact(row);
    // Lets pending requests run between two files.
    await letOthersRun();
    const text = Buffer.from(body).toString('latin1');
    inspected.set(integrity, {
      isIntact,
      bytes: body.length,
      wireBytes: compressed.length || body.length,
      hasReact: text.includes(reactInternals),
      loads: [...text.matchAll(chunkName)].map(([, name = '']) => name),
    });
  }
  return inspected;
}
