import type { Locale } from '@funnel/contracts/money';

import { en } from './en.ts';

const catalog: Readonly<Record<Locale, typeof en>> = { en };

/** The console's texts. Add a language as another entry of the catalog. */
export const copy = catalog.en;
