/** How long a visit lasts, in milliseconds: 30 days. */
export const visitDurationMs = 30 * 24 * 60 * 60 * 1000;
