import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const compressible = /^(text\/|image\/svg|application\/(json|javascript|manifest))/;
/** Above this size, the highest quality takes seconds per megabyte on a core that visitors need. */
const largeBytes = 1024 * 1024;

/** Compresses bytes of a text type once, with a reasonable effort. Empty for other types, and if it does not make them smaller. */
export async function compressText({
  type,
  body,
}: {
  readonly type: string;
  readonly body: Uint8Array;
}): Promise<Uint8Array> {
  if (!compressible.test(type)) return new Uint8Array();
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_QUALITY]: body.length > largeBytes ? 7 : constants.BROTLI_MAX_QUALITY,
  };
  const smaller = await compress(body, { params });
  return smaller.length < body.length ? smaller : new Uint8Array();
}
