import * as z from 'zod/mini';

/** A string of at most `maxLength` UTF-16 code units, possibly empty. */
export const boundedText = (maxLength: number) => z.string().check(z.maxLength(maxLength));
