import { createHash } from 'node:crypto';

/** Where visitors go, as one replica knows it. */
export interface Channel {
  /** Grows with every move. */
  readonly movedAt: number;
  readonly stable: string;
  readonly canary: { readonly setId: string; readonly percent: number } | null;
  /** Sets that nobody gets any more. */
  readonly withdrawn: ReadonlySet<string>;
}

/** The set that a visitor was given, and when they were last here. */
export interface Assignment {
  readonly setId: string;
  readonly seenAtMs: number;
}

/** So long away, a visitor begins anew. */
export const assignmentTtlMs = 24 * 3600 * 1000;

/**
 * The visitor's point from 0 to 100 for one canary. Uniform, and independent between canaries: the set is part of what is hashed.
 * Fixed while the canary widens, so that whoever is in stays in.
 */
export function bucketOf(visitId: string, canarySetId: string): number {
  const digest = createHash('sha256').update(`${canarySetId} ${visitId}`).digest();
  return (digest.readUIntBE(0, 6) / 2 ** 48) * 100;
}

interface Visitor {
  readonly visitId: string;
  readonly placement: Assignment | null;
}

/** The set that a visitor gets now: the one they are on, as long as it may be shown, else the canary or the stable one. */
export function assignSet(
  { stable, canary, withdrawn }: Channel,
  { visitId, placement }: Visitor,
  nowMs: number,
): string {
  if (placement && nowMs - placement.seenAtMs < assignmentTtlMs && !withdrawn.has(placement.setId))
    return placement.setId;
  return canary && bucketOf(visitId, canary.setId) < canary.percent ? canary.setId : stable;
}
