import { createHash } from 'node:crypto';

/** The hash of a file as manifests state it and browsers check it: `sha384-` and Base64 (https://www.w3.org/TR/sri/). */
export const integrityOf = (bytes: Uint8Array | string): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
