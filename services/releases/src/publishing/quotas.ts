import { dayMs } from '@funnel/service-kit/durations';

export const megabyte = 1024 * 1024;

interface PendingQuota {
  readonly files: number;
  readonly bytes: number;
}

/** The maximum that one publisher's token may upload without a build, so that no publisher can block the others. */
export const pendingQuota: PendingQuota = { files: 500, bytes: 50 * megabyte };
/** The maximum of all publishers together. */
export const totalPendingQuota: PendingQuota = { files: 5000, bytes: 500 * megabyte };

/** How many versions of one app may be published in a day. */
export const maxBuildsPerDay = 100;

/** How many builds with a secret of the service one token may send in a day. */
export const maxSecretsPerDay = 3;

/** How long an upload may wait for its build. */
export const pendingMs = dayMs;
