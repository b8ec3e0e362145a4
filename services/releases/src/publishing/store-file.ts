import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

import { problem } from '@funnel/service-kit/problem';

import { isPublishableType } from '../content/file-types.ts';
import type { Db } from '../platform/database.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import { insertFile, isUncompressed, missingFiles, setCompressed } from '../registry/file-repository.ts';
import { integrityOf } from '../registry/stored-bytes.ts';
import { pendingQuota, totalPendingQuota } from './quotas.ts';
import { runQueued } from './run-queued.ts';
import { insertPending, readPendingTotals, touchPending } from './upload-repository.ts';

const compress = promisify(brotliCompress);
const compressible = /^(text\/|image\/svg|application\/(json|javascript|manifest))/;
/** Beyond this size the highest quality takes seconds a megabyte, on a core that visitors need. */
const largeBytes = 1024 * 1024;

interface Upload {
  /** `sha384-` and the hash in base64, as announced. */
  readonly integrity: string;
  readonly type: string;
  readonly body: Uint8Array;
}

/** Bytes of a text type are compressed once, here, as hard as is reasonable; of another type not at all. */
async function compressed({ type, body }: Upload): Promise<Uint8Array> {
  if (!compressible.test(type)) return new Uint8Array();
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_QUALITY]: body.length > largeBytes ? 7 : constants.BROTLI_MAX_QUALITY,
  };
  const smaller = await compress(body, { params });
  return smaller.length < body.length ? smaller : new Uint8Array();
}

/** Throws `too-many-requests` while too much of one publisher, or of all, waits for its build. */
async function checkQuota(db: Db, owner: string): Promise<void> {
  const own = await readPendingTotals(db, owner);
  const all = await readPendingTotals(db);
  const isOver = (used: typeof own, quota: typeof pendingQuota) =>
    used.files >= quota.files || used.bytes >= quota.bytes;
  if (!isOver(own, pendingQuota) && !isOver(all, totalPendingQuota)) return;
  const { files, bytes } = own;
  throw problem('too-many-requests', {
    detail: `${files} files that you uploaded (${bytes} bytes) belong to no build yet. Publish their builds; what has waited for a day is removed.`,
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
    // Whoever knew the bytes may have sent them first as another type, which is stored as it is.
    if (await isUncompressed(db, integrity)) await setCompressed(db, integrity, await compressed(upload));
    return 'unchanged';
  }
  await checkQuota(db, owner);
  const body_br = await compressed(upload);
  await db.transaction().execute(async (transaction) => {
    await insertFile(transaction, { integrity, type, body, body_br });
    await insertPending(transaction, { integrity, bytes: body.length, owner }, clock());
  });
  return 'stored';
}

/**
 * Stores bytes under their hash; again is harmless. One upload at a time, so that many at once leave a core to visitors.
 * Throws `invalid-request` if the bytes have another hash or a type that no build may bring, and `too-many-requests` if too
 * many uploads wait, for their turn or for their build.
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
  return runQueued(owner, () => store(context, upload, owner));
}
