import { minVisitors, shouldRollBack, type Sample } from './rollback-rule.ts';

/**
 * So many visits of one network count, the first that came, failed or not. Chosen without regard to what happens later in
 * a visit, they leave both sets' rates as they are, and a forger with one network can neither add much nor dilute much.
 */
export const maxVisitsPerNetwork = 60;
/** Of these, so many failures count for the canary. */
export const maxFailuresPerNetwork = 5;
/** Failures of fewer networks move no visitors. */
export const minFailingNetworks = 8;

/** What the visitors of one network met on one set. */
export interface NetworkCounts {
  readonly all: Sample;
  /** Of its first `maxVisitsPerNetwork` visits. */
  readonly first: Sample;
}

const sumOf = (samples: readonly Sample[]): Sample => ({
  visitors: samples.reduce((sum, { visitors }) => sum + visitors, 0),
  failures: samples.reduce((sum, { failures }) => sum + failures, 0),
});

export const everyVisit = (networks: readonly NetworkCounts[]): Sample =>
  sumOf(networks.map(({ all }) => all));

/** The visits of a stable set that count. */
const countedVisits = (networks: readonly NetworkCounts[]): Sample =>
  sumOf(networks.map(({ first }) => first));

/** The visits that count, with few failures of each network. */
const fewFailuresOf = (networks: readonly NetworkCounts[]): Sample =>
  sumOf(
    networks.map(({ first }) => ({ ...first, failures: Math.min(first.failures, maxFailuresPerNetwork) })),
  );

export interface Verdict {
  readonly action: 'none' | 'roll-back' | 'alert';
  /** What the decision to roll back is made from. */
  readonly canary: Sample;
  readonly stable: Sample;
  /** All reports on the canary, whoever made them. */
  readonly reported: Sample;
  /** Networks that reported a failure of the canary. */
  readonly failingNetworks: number;
}

/**
 * Rolls back where the visits that count show a worse canary, and alerts people where only all reports together do: those
 * may come from one forger.
 * The canary's failures are capped once more, the stable set's are not. With fewer failures the rule holds for fewer
 * canaries, never for more: its bound on false alarms holds for the capped numbers too. To cap the stable set, which has
 * more visitors in each network, would make it look better than it is.
 */
export function analyzeCanary(canary: readonly NetworkCounts[], stable: readonly NetworkCounts[]): Verdict {
  const failingNetworks = canary.filter(({ all }) => all.failures > 0).length;
  const seen = {
    canary: fewFailuresOf(canary),
    stable: countedVisits(stable),
    reported: everyVisit(canary),
    failingNetworks,
  };
  if (failingNetworks >= minFailingNetworks && shouldRollBack(seen.canary, seen.stable))
    return { action: 'roll-back', ...seen };
  // A forger can make either set look bad: people decide where the canary is worse by any of the two counts.
  const isWorse =
    shouldRollBack(seen.reported, everyVisit(stable)) || shouldRollBack(seen.canary, fewFailuresOf(stable));
  return { action: isWorse ? 'alert' : 'none', ...seen };
}

/** Whether a set has too few visitors that count to be compared with. */
export const isSmall = (networks: readonly NetworkCounts[]): boolean =>
  countedVisits(networks).visitors < minVisitors;
