import { minVisitors } from '../analytics/compare-canary.ts';
import { shouldRollBack, type Sample } from './rollback-rule.ts';

/**
 * Only the first visits of a network are counted, failed or not. They are chosen independently of later behavior, so
 * both sets' rates stay unbiased, and an attacker with one network can neither add nor dilute much.
 */
export const maxVisitsPerNetwork = 60;
/** The most failures of one network that count for the canary. */
export const maxFailuresPerNetwork = 5;
/** Failures from fewer networks never trigger a rollback. */
export const minFailingNetworks = 8;

/** The visitors and failures of one network on one set. */
export interface NetworkCounts {
  readonly all: Sample;
  /** Limited to its first `maxVisitsPerNetwork` visits. */
  readonly first: Sample;
}

const sumOf = (samples: readonly Sample[]): Sample => ({
  visitors: samples.reduce((sum, { visitors }) => sum + visitors, 0),
  failures: samples.reduce((sum, { failures }) => sum + failures, 0),
});

export const allVisits = (networks: readonly NetworkCounts[]): Sample =>
  sumOf(networks.map(({ all }) => all));

/** The counted visits of a set. */
const countedVisits = (networks: readonly NetworkCounts[]): Sample =>
  sumOf(networks.map(({ first }) => first));

/** The counted visits, with capped failures per network. */
const withCappedFailures = (networks: readonly NetworkCounts[]): Sample =>
  sumOf(
    networks.map(({ first }) => ({ ...first, failures: Math.min(first.failures, maxFailuresPerNetwork) })),
  );

export interface Verdict {
  readonly action: 'none' | 'roll-back' | 'alert';
  /** The samples that a rollback is decided on. */
  readonly canary: Sample;
  readonly stable: Sample;
  /** All reports on the canary, regardless of their networks. */
  readonly reported: Sample;
  /** Networks that reported a failure of the canary. */
  readonly failingNetworks: number;
}

/**
 * Rolls back if the counted visits show a worse canary. Raises an alert if only the total of all reports does, because
 * those may come from one attacker. The canary's failures are capped additionally, the stable set's are not. With fewer
 * failures the rule rejects fewer canaries, never more, so its bound on false alarms also holds for the capped numbers.
 * Capping the stable set, which has more visitors per network, would make it look better than it is.
 */
export function analyzeCanary(canary: readonly NetworkCounts[], stable: readonly NetworkCounts[]): Verdict {
  const failingNetworks = canary.filter(({ all }) => all.failures > 0).length;
  const seen = {
    canary: withCappedFailures(canary),
    stable: countedVisits(stable),
    reported: allVisits(canary),
    failingNetworks,
  };
  if (failingNetworks >= minFailingNetworks && shouldRollBack(seen.canary, seen.stable))
    return { action: 'roll-back', ...seen };
  // An attacker can make either set look bad, so operators decide if the canary is worse by either of the two counts.
  const isWorse =
    shouldRollBack(seen.reported, allVisits(stable)) ||
    shouldRollBack(seen.canary, withCappedFailures(stable));
  return { action: isWorse ? 'alert' : 'none', ...seen };
}

/** Whether a set has too few counted visitors for a comparison. */
export const hasFewVisits = (networks: readonly NetworkCounts[]): boolean =>
  countedVisits(networks).visitors < minVisitors;
