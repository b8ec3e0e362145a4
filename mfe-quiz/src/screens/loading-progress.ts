/** How long `/loading` takes: 100 steps of 30 ms. */
export const loadingMs = 3000;

/** Percent done, whole, by the clock: a throttled or sleeping page catches up instead of starting to count again. */
export function loadingPercent(startedAtMs: number, nowMs: number): number {
  return Math.min(100, Math.max(0, Math.floor(((nowMs - startedAtMs) / loadingMs) * 100)));
}
