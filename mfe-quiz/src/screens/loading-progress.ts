/** Duration of `/loading`: 100 steps of 30 ms. */
const loadingMs = 3000;

/** Progress in whole percent, computed from the clock, so that a throttled or sleeping page catches up. */
export function loadingPercent(startedAtMs: number, nowMs: number): number {
  return Math.min(100, Math.max(0, Math.floor(((nowMs - startedAtMs) / loadingMs) * 100)));
}
