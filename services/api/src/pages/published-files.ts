import type { ReadBuild } from '@funnel/releases/registry/build-repository';
import { findFile } from '@funnel/releases/registry/file-repository';
import { areIntact } from '@funnel/releases/registry/stored-bytes';
import { LRUCache } from 'lru-cache';

import type { AppContext } from '../platform/app-context.ts';

interface StoredBytes {
  readonly plain: Buffer;
  /** Compressed with brotli; null where that does not make it smaller. */
  readonly brotli: Buffer | null;
}

export interface PublishedFile extends StoredBytes {
  readonly integrity: string;
  readonly type: string;
}

export type FindPublishedFile = (
  name: string,
  version: string,
  path: string,
) => Promise<PublishedFile | null>;

const memoryBytes = 64 * 1024 * 1024;

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** For how long the bytes of a changed row are not read again. */
const changedMs = 10_000;

/**
 * Finds a file of any version that was ever published; the bytes asked for last are kept in memory. Bytes that do not
 * have their hash any more are not served: not everything that a page loads is checked by the browser.
 */
export function publishedFiles(
  { database: { db }, log }: Pick<AppContext, 'database' | 'log'>,
  readBuild: ReadBuild,
): FindPublishedFile {
  const changed = new LRUCache<string, true>({ max: 1000, ttl: changedMs });
  const reported = new Set<string>();
  const known = new LRUCache<string, StoredBytes>({
    maxSize: memoryBytes,
    sizeCalculation: ({ plain, brotli }) => plain.length + (brotli?.length ?? 0) + 1,
    // What does not fit is still given to whoever waits for it.
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
    async fetchMethod(integrity) {
      const row = changed.has(integrity) ? undefined : await findFile(db, integrity);
      if (!row) return undefined;
      if (!(await areIntact(row))) {
        changed.set(integrity, true);
        return undefined;
      }
      return { plain: asBuffer(row.body), brotli: row.body_br.length > 0 ? asBuffer(row.body_br) : null };
    },
  });
  return async (name, version, path) => {
    const manifest = await readBuild(name, version);
    const file = manifest && Object.hasOwn(manifest.files, path) ? manifest.files[path] : undefined;
    if (!file) return null;
    const bytes = await known.fetch(file.integrity);
    if (bytes) return { ...bytes, integrity: file.integrity, type: file.type };
    if (changed.has(file.integrity) && !reported.has(file.integrity)) {
      reported.add(file.integrity);
      log.error({ file: `${name}@${version}/${path}` }, 'the stored bytes of a file do not match its hash');
    }
    return null;
  };
}
