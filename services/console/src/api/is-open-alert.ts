import type { Alert } from '@funnel/contracts/alerts';

/** Whether the alert has not ended. */
export const isOpenAlert = ({ endedAt }: Alert): boolean => endedAt === null;
