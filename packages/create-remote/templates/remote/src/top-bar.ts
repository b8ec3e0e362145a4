import type { TopBar } from '@funnel/contracts/release';

/** A screen outside the funnel's steps: no arrow, no counter, no progress. */
export const topBar: TopBar = { back: null, counter: null, progress: null, hidden: false };
