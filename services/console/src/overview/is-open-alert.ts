import type { Alert } from '@funnel/contracts/alerts';

/** Whether the alert lasts. */
export const isOpenAlert = ({ endedAt }: Alert): boolean => endedAt === null;
