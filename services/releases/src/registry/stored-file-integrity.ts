import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

import { integrityOf } from '@funnel/release-kit/federation/integrity';

const decompress = promisify(brotliDecompress);
const maxDecompressedBytes = 16 * 1024 * 1024;

async function decompressesTo(compressed: Uint8Array, integrity: string): Promise<boolean> {
  try {
    return integrityOf(await decompress(compressed, { maxOutputLength: maxDecompressedBytes })) === integrity;
  } catch {
    return false;
  }
}

interface StoredBytes {
  readonly integrity: string;
  readonly body: Uint8Array;
  /** Empty if compression does not make it smaller. */
  readonly body_br: Uint8Array;
}

/** Whether the bytes and their compressed copy match the hash under which they are stored. */
export const areIntact = async ({ integrity, body, body_br: compressed }: StoredBytes): Promise<boolean> =>
  integrityOf(body) === integrity &&
  (compressed.length === 0 || (await decompressesTo(compressed, integrity)));
