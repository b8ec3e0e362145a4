import type { Locale } from '@funnel/contracts/money';
import { useShell } from '@funnel/shell-kit/shell-context';

import { en, type Content } from './en.ts';

const contents: Readonly<Record<Locale, Content>> = { en };

/** All texts of this remote in the visitor's language. */
export const useContent = (): Content => contents[useShell().locale];
