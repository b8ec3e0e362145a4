import { isPublishableType } from '@funnel/release-kit/content/file-types';
import { integrityOf } from '@funnel/release-kit/federation/integrity';
import { compressText } from '@funnel/release-kit/gates/compress-text';
import { problem } from '@funnel/service-kit/problem';
import { LRUCache } from 'lru-cache';

import type { Db } from '../platform/database.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import { createWorkQueue } from '@funnel/service-kit/work-queue';
import { insertFile, isUncompressed, missingFiles, setCompressed } from '../registry/file-repository.ts';
import { pendingQuota, totalPendingQuota } from './quotas.ts';
import { insertPending, readPendingTotals, touchPending } from './upload-repository.ts';

const runQueued = createWorkQueue();

interface Upload {
  /** `sha384-` and the announced hash in base64. */
  readonly integrity: string;
  readonly type: string;
  readonly body: Uint8Array;
}

/** Stored bytes that compression did not make smaller, by hash and type. It is not tried again, because it takes seconds. */
const incompressible = new LRUCache<string, true>({ max: 10_000 });

async function compressOnce({ integrity, type, body }: Upload): Promise<Uint8Array> {
  const key = `${integrity} ${type}`;
  if (incompressible.has(key)) return new Uint8Array();
  const compressed = await compressText({ type, body });
  if (compressed.length === 0) incompressible.set(key, true);
  return compressed;
}

/** Throws `too-many-requests` if too many uploads, of one publisher or in total, wait for their builds. */
async function checkQuota(db: Db, owner: string): Promise<void> {
  const own = await readPendingTotals(db, owner);
  const all = await readPendingTotals(db);
  const isOver = (used: typeof own, quota: typeof pendingQuota) =>
    used.files >= quota.files || used.bytes >= quota.bytes;
  if (!isOver(own, pendingQuota) && !isOver(all, totalPendingQuota)) return;
  const { files, bytes } = own;
  throw problem('too-many-requests', {
    detail: `Too many uploaded files belong to no build. Yours: ${files}, ${bytes} bytes. Publish their builds. Files that wait for a day are deleted.`,
  });
}

async function store(
  { database: { db }, clock }: ReleaseContext,
  upload: Upload,
  owner: string,
): Promise<'stored' | 'unchanged'> {
  const { integrity, type, body } = upload;
  const actual = integrityOf(body);
  if (actual !== integrity)
    throw problem('invalid-request', { detail: `These bytes hash to ${actual}, not to ${integrity}.` });
  const [absent] = await missingFiles(db, [integrity]);
  if (!absent) {
    await touchPending(db, [integrity], clock());
    // The bytes may have been uploaded before as another type, which is stored uncompressed.
    if (await isUncompressed(db, integrity)) await setCompressed(db, integrity, await compressOnce(upload));
    return 'unchanged';
  }
  await checkQuota(db, owner);
  const body_br = await compressOnce(upload);
  await db.transaction().execute(async (transaction) => {
    await insertFile(transaction, { integrity, type, body, body_br });
    await insertPending(transaction, { integrity, bytes: body.length, owner }, clock());
  });
  return 'stored';
}

/**
 * Stores bytes under their hash. It is idempotent. Uploads run one at a time, so that many at once leave a core for
 * visitors. Throws `invalid-request` if the bytes have another hash or a disallowed type, and `too-many-requests` if
 * too many uploads wait for their builds.
 */
export async function storeFile(
  context: ReleaseContext,
  upload: Upload,
  /** The id of the publisher's token. */
  owner: string,
): Promise<'stored' | 'unchanged'> {
  if (!isPublishableType(upload.type))
    throw problem('invalid-request', {
      detail: `Files of the type "${upload.type.slice(0, 80)}" cannot be published.`,
    });
  return runQueued(() => store(context, upload, owner));
}
