import {
  experimentSchema,
  findExperimentContradictions,
  isExpired,
  sharedSetting,
  type Experiment,
} from '@funnel/contracts/experiments';

import { readRemoteDefinition } from '../read-definition.ts';
import { remoteNames } from '../repository.ts';

/** The day on which the time to buy is over for all its visitors, in UTC. */
function dayOfLastVisitors({ end, purchaseWithinDays }: Experiment): string {
  const day = new Date(end);
  day.setUTCDate(day.getUTCDate() + purchaseWithinDays);
  return day.toISOString().slice(0, 10);
}

/** Says which experiments are over, in two sentences each. They are off, which fails no check. */
const describeExpired = (experiments: readonly Experiment[], nowMs: number): string[] =>
  experiments
    .filter((experiment) => isExpired(experiment, nowMs))
    .map(
      (experiment) =>
        `The experiment ${experiment.name} ended on ${experiment.end} and is off. The last of its visitors count from ${dayOfLastVisitors(experiment)} on: its owner (${experiment.owner}) may decide about it then, and delete it.`,
    );

/** Says which experiments replace the same setting at the same time, in one sentence each. Only one of them runs, which fails no check. */
const describeClashes = (experiments: readonly Experiment[], nowMs: number): string[] =>
  experiments.flatMap((one, index) =>
    experiments.slice(index + 1).flatMap((other) => {
      const setting = sharedSetting(one, other);
      const isAtOnce = one.start < other.end && other.start < one.end;
      const isOn = [one, other].every(({ share, end }) => share > 0 && !isExpired({ end }, nowMs));
      return setting && isAtOnce && isOn
        ? `The experiments ${one.name} and ${other.name} both replace ${setting}. The one that starts later is off until the other ends.`
        : [];
    }),
  );

/** What a remote defines, which may be malformed. */
export interface DefinedExperiments {
  readonly remote: string;
  readonly experiments: readonly unknown[];
}

const isRefused = 'A version of the remote with it cannot be published.';

function readDefined({ remote, experiments }: DefinedExperiments) {
  const results = experiments.map((experiment) => ({
    name: String(Object(experiment).name),
    ...experimentSchema.safeParse(experiment),
  }));
  const malformed = results.flatMap(({ name, error }) => {
    const fields = new Set(error?.issues.map(({ path }) => String(path[0] ?? 'its type')));
    return error ? `The experiment ${name} of ${remote} is malformed in ${[...fields].join(', ')}.` : [];
  });
  const wellFormed = results.flatMap(({ data }) => data ?? []);
  const mistakes = [...malformed, ...findExperimentContradictions(remote, wellFormed)];
  return { mistakes: mistakes.map((mistake) => `${mistake} ${isRefused}`), wellFormed };
}

/** Says what is wrong with the experiments of all remotes, which are over, and which clash, in one or two sentences each. */
export function describeExperiments(defined: readonly DefinedExperiments[], nowMs: number): string[] {
  const read = defined.map(readDefined);
  const wellFormed = read.flatMap((remote) => remote.wellFormed);
  return [
    ...read.flatMap(({ mistakes }) => mistakes),
    ...describeExpired(wellFormed, nowMs),
    ...describeClashes(wellFormed, nowMs),
  ];
}

/** The experiments of all remotes of the repository. */
export const readExperiments = (): Promise<DefinedExperiments[]> =>
  Promise.all(
    remoteNames.map(async (remote) => {
      const { experiments = [] } = await readRemoteDefinition(remote);
      return { remote, experiments };
    }),
  );
