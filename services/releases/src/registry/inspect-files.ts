import { setImmediate as letOthersRun } from 'node:timers/promises';

import type { Queries } from '../platform/database.ts';
import { findFile } from './file-repository.ts';
import { areIntact } from './stored-bytes.ts';

/** What the stored bytes of a file are, whatever a manifest says of them. */
export interface StoredFile {
  /** The bytes, and what their compressed copy holds, have the hash under which they are stored. */
  readonly isIntact: boolean;
  readonly bytes: number;
  /** As they travel: compressed where that is smaller. */
  readonly wireBytes: number;
  readonly hasReact: boolean;
  /** Scripts and styles whose whole name stands in the text, as the bundler writes the names of what it will load. */
  readonly loads: readonly string[];
}

/**
 * Every copy of React, of any major, exports or reads an object under such a name, which no minifier changes. A copy that
 * somebody disguised is not found: this is against accidents.
 */
const reactMark = '_INTERNALS_DO_NOT_USE_OR_';
/** Names put together at run time are not found; the build of a remote with one chunk writes them whole. */
const chunkName = /["'`]([\w-][\w.-]*\.[0-9a-f]{8}\.(?:js|css))["'`]/g;

/** Reads and checks the stored bytes of each hash; those that are not stored are missing in the answer. */
export async function inspectFiles(
  db: Queries,
  integrities: readonly string[],
): Promise<ReadonlyMap<string, StoredFile>> {
  const inspected = new Map<string, StoredFile>();
  // One after the other: a set has a few megabytes.
  for (const integrity of new Set(integrities)) {
    const row = await findFile(db, integrity);
    if (!row) continue;
    const { body, body_br: compressed } = row;
    const isIntact = await areIntact(row);
    // Requests that came in meanwhile are answered between two files.
    await letOthersRun();
    const text = Buffer.from(body).toString('latin1');
    inspected.set(integrity, {
      isIntact,
      bytes: body.length,
      wireBytes: compressed.length || body.length,
      hasReact: text.includes(reactMark),
      loads: [...text.matchAll(chunkName)].map(([, name = '']) => name),
    });
  }
  return inspected;
}
