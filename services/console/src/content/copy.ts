import type { Locale } from '@funnel/contracts/money';

import { en } from './en.ts';

const catalog: Readonly<Record<Locale, typeof en>> = { en };

/** The console's texts. A language is one more entry. */
export const copy = catalog.en;
