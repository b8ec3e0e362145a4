const kilobyte = 1024;

interface SizeBudget {
  /** Scripts and styles together, compressed as in transit. */
  readonly code: number;
  /** All files together, uncompressed. */
  readonly total: number;
}

/**
 * Byte budgets of one build. A slow mobile connection transfers 200 KB per second. The shell gets one second before the
 * first click can be handled, and a remote, which is prefetched, gets half of that. The totals leave room for images
 * that load within about five seconds in total.
 */
export const sizeBudgets = {
  shell: { code: 180 * kilobyte, total: 1024 * kilobyte },
  remote: { code: 100 * kilobyte, total: 1024 * kilobyte },
} as const satisfies Record<string, SizeBudget>;

/**
 * The most that a visitor's first screen may load before it takes an answer: its document, and the scripts and styles that
 * the document names, compressed as in transit. A slow mobile connection transfers it in three quarters of a second. The
 * scenes of later screens, the web font, and the next remote come afterwards. The same code under another version compresses
 * to up to a hundred bytes more.
 */
export const firstAnswerBudget = 131 * kilobyte;
