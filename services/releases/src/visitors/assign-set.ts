import { createHash } from 'node:crypto';

import { dayMs } from '@funnel/service-kit/durations';

/** The channel as one replica knows it. */
export interface Channel {
  /** Changes with every deployment, and with every change of a deprecation. */
  readonly revision: string;
  readonly stable: string;
  readonly canary: { readonly setId: string; readonly percent: number } | null;
  /** Sets that are no longer assigned. */
  readonly withdrawn: ReadonlySet<string>;
}

/** The set that is assigned to a visitor, and the time of their last request. */
export interface Assignment {
  readonly setId: string;
  readonly seenAtMs: number;
}

/** After this time without a request, a visitor gets a new assignment. */
export const assignmentTtlMs = dayMs;

/**
 * The visitor's bucket from 0 to 100 for one canary. It is uniform, and independent between canaries, because the set
 * is part of the hash. It is fixed while the percentage increases, so that visitors of the canary keep it.
 */
export function bucketOf(visitId: string, canarySetId: string): number {
  const digest = createHash('sha256').update(`${canarySetId} ${visitId}`).digest();
  return (digest.readUIntBE(0, 6) / 2 ** 48) * 100;
}

interface Visitor {
  readonly visitId: string;
  readonly assignment: Assignment | null;
}

/** Returns the set for a visitor: the assigned one while it is valid, otherwise the canary or the stable set. */
export function assignSet(
  { stable, canary, withdrawn }: Channel,
  { visitId, assignment }: Visitor,
  nowMs: number,
): string {
  if (assignment && nowMs - assignment.seenAtMs < assignmentTtlMs && !withdrawn.has(assignment.setId))
    return assignment.setId;
  return canary && bucketOf(visitId, canary.setId) < canary.percent ? canary.setId : stable;
}
