import { LRUCache } from 'lru-cache';

import type { Db } from '../platform/database.ts';
import type { ReadBuild } from '../releases/build-repository.ts';
import { findFile } from '../releases/file-repository.ts';

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

/** Finds a file of any version that was ever published; the bytes asked for last are kept in memory. */
export function publishedFiles(db: Db, readBuild: ReadBuild): FindPublishedFile {
  const known = new LRUCache<string, StoredBytes>({
    maxSize: memoryBytes,
    sizeCalculation: ({ plain, brotli }) => plain.length + (brotli?.length ?? 0) + 1,
    async fetchMethod(integrity) {
      const row = await findFile(db, integrity);
      return (
        row && { plain: asBuffer(row.body), brotli: row.body_br.length > 0 ? asBuffer(row.body_br) : null }
      );
    },
  });
  return async (name, version, path) => {
    const manifest = await readBuild(name, version);
    const file = manifest && Object.hasOwn(manifest.files, path) ? manifest.files[path] : undefined;
    const bytes = file && (await known.fetch(file.integrity));
    return bytes ? { ...bytes, integrity: file.integrity, type: file.type } : null;
  };
}
