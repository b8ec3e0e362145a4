const megabyte = 1024 * 1024;

/** What one build may have at most. The size budgets of the gates are smaller, but can be overruled. */
export const buildQuota = { files: 200, bytes: 10 * megabyte } as const;

/** What may be uploaded, by all publishers together, without belonging to a build yet. */
export const pendingQuota = { files: 1000, bytes: 100 * megabyte } as const;

/** For how long an upload may wait for its build. */
export const pendingMs = 24 * 3600 * 1000;
