import {
  periodsToRollBackFor,
  seemWorse,
  shouldRollBack,
  sumOf,
  type PeriodSamples,
  type Sample,
} from './rollback-rule.ts';

/**
 * Only the first visits of a wide network are counted, failed or not. They are chosen independently of later behavior, so
 * both sets' rates stay unbiased, and an attacker with one network can neither add nor dilute much.
 */
export const maxVisitsPerNetwork = 60;
/** The most failures of one network that count for the canary. */
export const maxFailuresPerNetwork = 5;
/** Failures from fewer networks never trigger a rollback. */
export const minFailingNetworks = 8;

/** The visitors and failures of one network on one set in one period. */
export interface NetworkCounts {
  /** A wide network: a /16 of IPv4 or a /32 of IPv6. */
  readonly network: string;
  /** The number of the period with one share of the canary, from 0. */
  readonly period: number;
  readonly all: Sample;
  /** Limited to its first `maxVisitsPerNetwork` visits. */
  readonly first: Sample;
  /** Limited to `maxVisitsPerNetwork` visits, drawn at random from all, so that the visits of both sets are equally old. */
  readonly drawn: Sample;
}

export const allVisits = (networks: readonly NetworkCounts[]): Sample =>
  sumOf(networks.map(({ all }) => all));

/** The counted visits of a set. */
export const countedVisits = (networks: readonly NetworkCounts[]): Sample =>
  sumOf(networks.map(({ first }) => first));

/** The visits of a set that are drawn. */
const drawnVisits = (networks: readonly NetworkCounts[]): Sample => sumOf(networks.map(({ drawn }) => drawn));

/** The same networks with at most `maxFailuresPerNetwork` failures each in one of the limited samples, in the order of the periods. */
function withCappedFailures(networks: readonly NetworkCounts[], sample: 'first' | 'drawn'): NetworkCounts[] {
  const left = new Map<string, number>();
  return networks
    .toSorted((one, other) => one.period - other.period)
    .map((counts) => {
      const allowed = left.get(counts.network) ?? maxFailuresPerNetwork;
      const failures = Math.min(counts[sample].failures, allowed);
      left.set(counts.network, allowed - failures);
      return { ...counts, [sample]: { ...counts[sample], failures } };
    });
}

/** The samples of both sets by period. */
function samplesOf(
  canary: readonly NetworkCounts[],
  stable: readonly NetworkCounts[],
  sampleOf: (networks: readonly NetworkCounts[]) => Sample,
): PeriodSamples[] {
  const periods = [...new Set([...canary, ...stable].map(({ period }) => period))].toSorted((a, b) => a - b);
  const sampleIn = (networks: readonly NetworkCounts[], period: number) =>
    sampleOf(networks.filter((counts) => counts.period === period));
  return periods.map((period) => ({ canary: sampleIn(canary, period), stable: sampleIn(stable, period) }));
}

export interface Verdict {
  readonly action: 'none' | 'roll-back' | 'alert';
  /** The samples that a rollback is decided on; without one, of all periods. */
  readonly canary: Sample;
  readonly stable: Sample;
  /** All reports on the canary, regardless of their networks. */
  readonly reported: Sample;
  /** Networks that reported a failure of the canary. */
  readonly failingNetworks: number;
}

/**
 * Rolls back if the counted visits show a worse canary, and the drawn ones do not contradict. A canary with a small share gets its
 * first visits of a network later than the stable set, so an outage for everybody may be among the first visits to the canary only.
 * The drawn visits alone prove nothing, because they are others at each check, which would raise the number of false alarms.
 *
 * Raises an alert if only the total of all reports shows a worse canary, because those may come from one attacker. The canary's counted
 * failures are capped additionally, the stable set's are not. With fewer failures the rule rejects fewer canaries, never more, so its
 * bound on false alarms also holds for the capped numbers. Capping the stable set, which has more visitors per network, would make it
 * look better than it is.
 */
export function analyzeCanary(canary: readonly NetworkCounts[], stable: readonly NetworkCounts[]): Verdict {
  const failing = canary.filter(({ all }) => all.failures > 0).map(({ network }) => network);
  const failingNetworks = new Set(failing).size;
  const capped = withCappedFailures(canary, 'first');
  const seen = {
    canary: countedVisits(capped),
    stable: countedVisits(stable),
    reported: allVisits(canary),
    failingNetworks,
  };
  const decisive = periodsToRollBackFor(samplesOf(capped, stable, countedVisits));
  if (failingNetworks >= minFailingNetworks && decisive && seemWorse(samplesOf(canary, stable, drawnVisits)))
    return {
      action: 'roll-back',
      ...seen,
      canary: sumOf(decisive.map((samples) => samples.canary)),
      stable: sumOf(decisive.map((samples) => samples.stable)),
    };
  // An attacker can make either set look bad, so operators decide if the canary is worse by either of the two counts.
  const isWorse =
    shouldRollBack(samplesOf(canary, stable, allVisits)) ||
    shouldRollBack(
      samplesOf(withCappedFailures(canary, 'drawn'), withCappedFailures(stable, 'drawn'), drawnVisits),
    );
  return { action: isWorse ? 'alert' : 'none', ...seen };
}
