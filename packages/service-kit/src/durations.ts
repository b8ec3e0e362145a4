/** Lengths of time, in milliseconds. A day has 24 hours, also where clocks change. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
