import { isPublishableType } from '@funnel/release-kit/content/file-types';
import { integrityOf } from '@funnel/release-kit/federation/integrity';
import { compressText } from '@funnel/release-kit/gates/compress-text';
import { problem } from '@funnel/service-kit/problem';

import type { Db } from '../platform/database.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import { createWorkQueue } from '../platform/work-queue.ts';
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
    if (await isUncompressed(db, integrity)) await setCompressed(db, integrity, await compressText(upload));
    return 'unchanged';
  }
  await checkQuota(db, owner);
  const body_br = await compressText(upload);
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
