import * as z from 'zod/mini';

import { currencies } from './amounts.ts';

export * from './amounts.ts';

/** Accepts an entry of `currencies`. */
export const currencySchema = z.enum(currencies);
