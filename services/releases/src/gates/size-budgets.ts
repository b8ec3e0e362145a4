const kilobyte = 1024;

interface SizeBudget {
  /** Scripts and styles together, compressed as they travel. */
  readonly code: number;
  /** All files together, as they are. */
  readonly total: number;
}

/**
 * Bytes that one build may have. A slow phone connection brings 200 KB in a second: the shell has that second before the
 * first click can be handled, a remote half of it, fetched ahead of its stage. The totals leave room for pictures that
 * come in within about five seconds for all of them.
 */
export const sizeBudgets = {
  shell: { code: 180 * kilobyte, total: 1024 * kilobyte },
  remote: { code: 100 * kilobyte, total: 1024 * kilobyte },
} as const satisfies Record<string, SizeBudget>;
