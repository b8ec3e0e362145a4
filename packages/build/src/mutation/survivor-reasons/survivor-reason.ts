/**
 * Why mutants may survive: they change nothing that anyone can observe, or nothing that the product promises. By file (relative to the
 * root) and reason: the changes as `npm run mutation` prints them.
 */
export type SurvivorReasons = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
