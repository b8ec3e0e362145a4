import type { TopBar } from '@funnel/contracts/release';

import { createSignal } from '../signal.ts';

export const emptyTopBar: TopBar = { back: null, counter: null, progress: null, hidden: false };

/** The bar of the screen shown now. */
export const topBar = createSignal<TopBar>(emptyTopBar);
