import * as z from 'zod/mini';

/** A UUID. Capitals become lower case, so that one id is one text (https://www.rfc-editor.org/rfc/rfc9562#section-4). */
export const idSchema = z.uuid().check(z.toLowerCase());
