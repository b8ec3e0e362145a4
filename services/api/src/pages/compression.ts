import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const withBrotli = promisify(brotliCompress);
const withGzip = promisify(gzip);

const encoders = {
  br: (body: Buffer) => withBrotli(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: (body: Buffer) => withGzip(body, { level: 9 }),
  identity: async (body: Buffer) => body,
};

export type Encoding = keyof typeof encoders;

/** In order of preference. */
export const encodings: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** Encodes a body lazily, once per encoding. */
export function encodable(body: Buffer): (encoding: Encoding) => Promise<Buffer> {
  const encodedBodies = new Map<Encoding, Promise<Buffer>>();
  return (encoding) => {
    const encoded = encodedBodies.get(encoding) ?? encoders[encoding](body);
    encodedBodies.set(encoding, encoded);
    return encoded;
  };
}
