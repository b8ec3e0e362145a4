import type { TopBar } from '@funnel/contracts/release';

import { createSignal } from '../signal.ts';

/** The bar of a screen without arrow, counter and progress. */
export const emptyTopBar: TopBar = { back: null, counter: null, progress: null, hidden: false };

/** The bar of the current screen. */
export const topBar = createSignal<TopBar>(emptyTopBar);
