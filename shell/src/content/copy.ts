import type { Locale } from '@funnel/contracts/money';

import { en } from './en.ts';

const catalog: Readonly<Record<Locale, typeof en>> = { en };

/** The shell's texts. A language is one more entry of the catalog. */
export const copy = catalog.en;
