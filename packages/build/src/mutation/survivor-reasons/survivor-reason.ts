/** Why a mutant may survive: it changes nothing that anyone can observe, or nothing that the product promises. */
export interface SurvivorReason {
  /** Relative to the root. */
  readonly file: string;
  /** The changes as `npm run mutation` prints them. */
  readonly changes: readonly string[];
  readonly reason: string;
}
