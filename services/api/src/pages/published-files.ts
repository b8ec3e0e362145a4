import type { RemoteManifest } from '@funnel/contracts/release';
import {
  federationManifest,
  federationManifestFile,
} from '@funnel/release-kit/federation/federation-manifest';
import { integrityOf } from '@funnel/release-kit/federation/integrity';
import { mayHavePath, type ReadBuild } from '@funnel/releases/registry/build-repository';
import { findFile } from '@funnel/releases/registry/file-repository';
import { areIntact } from '@funnel/releases/registry/stored-file-integrity';
import { LRUCache } from 'lru-cache';

import type { AppContext } from '../platform/app-context.ts';

interface StoredBytes {
  readonly plain: Buffer;
  /** Compressed with brotli, or null if that is not smaller. */
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

const maxCacheBytes = 64 * 1024 * 1024;

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** The version as federation tools read it. It is derived, so that it agrees with every build, also with older ones. */
function describeFederation(manifest: RemoteManifest): PublishedFile {
  const plain = Buffer.from(JSON.stringify(federationManifest(manifest)));
  const integrity = integrityOf(plain);
  return { plain, brotli: null, integrity, type: 'application/json; charset=utf-8' };
}

/** How long the bytes of a corrupted row are not read again. */
const corruptedTtlMs = 10_000;

/** How many names are remembered. A build may have 200. */
const maxKnownPaths = 5000;

/**
 * Creates a function that finds a file of any published version. Recently used bytes are cached in memory. Bytes that do not
 * match their hash are not served, because browsers do not check every file.
 */
export function createPublishedFileFinder(
  { database: { db }, log }: Pick<AppContext, 'database' | 'log'>,
  readBuild: ReadBuild,
): FindPublishedFile {
  const corrupted = new LRUCache<string, true>({ max: 1000, ttl: corruptedTtlMs });
  const reported = new Set<string>();
  /** Only names that a version has, so that requests for others cannot fill it. */
  const known = new LRUCache<string, true>({ max: maxKnownPaths });
  const cache = new LRUCache<string, StoredBytes>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ plain, brotli }) => plain.length + (brotli?.length ?? 0) + 1,
    // An entry that exceeds the cache is still returned to the waiting caller.
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
    async fetchMethod(integrity) {
      const row = corrupted.has(integrity) ? undefined : await findFile(db, integrity);
      if (!row) return undefined;
      if (!(await areIntact(row))) {
        corrupted.set(integrity, true);
        return undefined;
      }
      return { plain: toBuffer(row.body), brotli: row.body_br.length > 0 ? toBuffer(row.body_br) : null };
    },
  });
  return async (name, version, path) => {
    const key = `${name}@${version}/${path}`;
    const isDerived = path === federationManifestFile;
    // A manifest may have two megabytes, so it is not read for an unknown name.
    if (!isDerived && !known.has(key) && !(await mayHavePath(db, name, version, path))) return null;
    const manifest = await readBuild(name, version);
    if (manifest?.kind === 'remote' && isDerived) return describeFederation(manifest);
    const file = manifest && Object.hasOwn(manifest.files, path) ? manifest.files[path] : undefined;
    if (!file) return null;
    known.set(key, true);
    const bytes = await cache.fetch(file.integrity);
    if (bytes) return { ...bytes, integrity: file.integrity, type: file.type };
    if (corrupted.has(file.integrity) && !reported.has(file.integrity)) {
      reported.add(file.integrity);
      log.error({ file: key }, 'the stored bytes of a file do not match its hash');
    }
    return null;
  };
}
