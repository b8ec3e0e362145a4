import { encodable } from './compression.ts';

it.each(['br', 'gzip'] as const)(
  'a body is encoded once for all visitors who get it as %s',
  async (encoding) => {
    const encode = encodable(Buffer.from('the same page for everybody'));
    expect(await encode(encoding)).toBe(await encode(encoding));
  },
);
