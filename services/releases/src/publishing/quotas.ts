const megabyte = 1024 * 1024;

/** What one build may have at most. The size budgets of the gates are smaller, but can be overruled. */
export const buildQuota = { files: 200, bytes: 10 * megabyte } as const;

interface PendingQuota {
  readonly files: number;
  readonly bytes: number;
}

/** What one publisher's token may upload without belonging to a build yet, so that none keeps the others out. */
export const pendingQuota: PendingQuota = { files: 500, bytes: 50 * megabyte };
/** The same for all of them together. */
export const totalPendingQuota: PendingQuota = { files: 5000, bytes: 500 * megabyte };

/** How many versions of one app may be published in a day. */
export const maxBuildsPerDay = 100;

/** For how long an upload may wait for its build. */
export const pendingMs = 24 * 3600 * 1000;
