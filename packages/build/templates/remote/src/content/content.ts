import type { Locale } from '@funnel/contracts/money';
import { useShell } from '@funnel/shell-kit/shell-context';

import { en } from './en.ts';

type Content = typeof en;

const catalog: Readonly<Record<Locale, Content>> = { en };

/** Every text of this remote in the visitor's language. */
export const useContent = (): Content => catalog[useShell().locale];
