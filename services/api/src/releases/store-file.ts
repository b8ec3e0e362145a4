import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

import type { Db } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import { insertFile, missingFiles } from './file-repository.ts';

const compress = promisify(brotliCompress);
const compressible = /^(text\/|image\/svg|application\/(json|javascript|manifest))/;

interface Upload {
  /** `sha384-` and the hash in base64, as announced. */
  readonly integrity: string;
  readonly type: string;
  readonly body: Uint8Array;
}

/** Bytes of a text type are compressed once, here, as hard as they can be; of another type not at all. */
async function compressed({ type, body }: Upload): Promise<Uint8Array> {
  if (!compressible.test(type)) return new Uint8Array();
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  const smaller = await compress(body, { params });
  return smaller.length < body.length ? smaller : new Uint8Array();
}

/** Stores bytes under their hash; again is harmless. Throws `invalid-request` where the bytes have another hash. */
export async function storeFile(db: Db, upload: Upload): Promise<'stored' | 'unchanged'> {
  const actual = `sha384-${createHash('sha384').update(upload.body).digest('base64')}`;
  if (actual !== upload.integrity) {
    throw problem('invalid-request', {
      detail: `These bytes hash to ${actual}, not to ${upload.integrity}.`,
    });
  }
  const [absent] = await missingFiles(db, [actual]);
  if (!absent) return 'unchanged';
  await insertFile(db, {
    integrity: actual,
    type: upload.type,
    body: upload.body,
    body_br: await compressed(upload),
  });
  return 'stored';
}
