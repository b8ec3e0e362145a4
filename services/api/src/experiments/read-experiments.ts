import {
  isExpired,
  isRunning,
  runningExperiments,
  sharedSetting,
  type Experiment,
} from '@funnel/contracts/experiments';
import type { ExperimentReport } from '@funnel/contracts/experiment-reports';
import type { LiveSets } from '@funnel/releases/visitors/live-sets';

import type { AppContext } from '../platform/app-context.ts';
import { describeJudgment } from './describe-judgment.ts';
import { countArms, listDecisions } from './experiment-repository.ts';
import { judgeExperiment, type ArmCounts } from './judge-experiment.ts';
import { experimentsOf } from './visit-experiments.ts';

function statusOf(
  experiment: Experiment,
  clash: Experiment | undefined,
  nowMs: number,
): ExperimentReport['status'] {
  if (isExpired(experiment, nowMs)) return 'expired';
  if (experiment.share === 0) return 'off';
  if (clash) return 'clashing';
  return isRunning(experiment, nowMs) ? 'running' : 'planned';
}

/** Every experiment of the live set, with what it says so far and what was decided. */
export async function readExperiments(
  { database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>,
  live: Pick<LiveSets, 'current'>,
): Promise<ExperimentReport[]> {
  const nowMs = clock();
  const decisions = await listDecisions(db);
  const experiments = experimentsOf(await live.current());
  const running = runningExperiments(experiments, nowMs);
  /** The running experiment that keeps this one off. */
  const clashOf = (experiment: Experiment) =>
    isRunning(experiment, nowMs) && experiment.share > 0 && !running.includes(experiment)
      ? running.find((other) => sharedSetting(other, experiment))
      : undefined;
  const reportOf = async (experiment: Experiment): Promise<ExperimentReport> => {
    const { name, owner, hypothesis, audience, arms, plannedVisitors, smallestEffect, start, end } =
      experiment;
    const stored = await countArms(db, experiment, nowMs);
    const counts = arms.map((arm): ArmCounts => ({
      ...(stored.find((row) => row.arm === arm.name) ?? none),
      name: arm.name,
      weight: arm.weight,
    }));
    const clash = clashOf(experiment);
    const judgment = judgeExperiment(counts, plannedVisitors);
    return {
      name,
      owner,
      hypothesis,
      ...(audience && { audience }),
      plannedVisitors,
      smallestEffect,
      start,
      end,
      status: statusOf(experiment, clash, nowMs),
      clashesWith: clash?.name ?? null,
      skewedArm: judgment.status === 'skewed' ? judgment.arm : null,
      comparisons: judgment.status === 'skewed' ? [] : judgment.comparisons,
      arms: counts,
      verdict: describeJudgment(experiment, counts, judgment),
      decisions: decisions
        .filter((decision) => decision.experiment === name)
        .map(({ arm, why, actor, at }) => ({ arm, why, actor, at })),
    };
  };
  return Promise.all(experiments.map(reportOf));
}

const none = {
  exposed: 0,
  visitors: 0,
  purchases: 0,
  buyers: 0,
  failures: 0,
  loads: 0,
  slowLoads: 0,
  refunds: 0,
  disputes: 0,
};
