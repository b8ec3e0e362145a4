import { runningExperiments, type ArmSettings, type Experiment } from '@funnel/contracts/experiments';
import type { ComposedSet } from '@funnel/releases/visitors/compose-set';
import type { LiveSets } from '@funnel/releases/visitors/live-sets';
import type { VisitorSets } from '@funnel/releases/visitors/visitor-set';
import type { Context } from 'koa';

import type { AppContext } from '../platform/app-context.ts';
import type { ExposureRow } from '../platform/schema.ts';
import { armOf, armSettings, type ExperimentVisitor } from './assign-arm.ts';

/** The experiments of all remotes of a set. */
export const experimentsOf = (composed: Pick<ComposedSet, 'remotes'> | null): readonly Experiment[] =>
  composed?.remotes.flatMap(({ experiments = [] }) => experiments) ?? [];

export interface VisitExperiments {
  /** What the arms of the calling browser's visit replace in the pages of a set. */
  settingsIn(ctx: Context, composed: ComposedSet | null): ArmSettings;
  /** The same for the set of the browser. */
  settingsFor(ctx: Context): Promise<ArmSettings>;
  /** The arms that the visit sees on these screens of a set. */
  exposuresAt(ctx: Context, setId: string, paths: ReadonlySet<string>): Promise<readonly ExposureRow[]>;
}

/** The arms of visits. They follow from the visit's id and its set, so that every replica gives the same. */
export function createVisitExperiments(
  { clock }: Pick<AppContext, 'clock'>,
  live: Pick<LiveSets, 'byId'>,
  visitors: Pick<VisitorSets, 'setIdFor'>,
  experimentVisitorOf: (ctx: Context) => ExperimentVisitor,
): VisitExperiments {
  const settingsIn: VisitExperiments['settingsIn'] = (ctx, composed) => {
    const running = runningExperiments(experimentsOf(composed), clock());
    return running.length === 0 ? {} : armSettings(running, experimentVisitorOf(ctx), clock());
  };
  return {
    settingsIn,
    async settingsFor(ctx) {
      const setId = await visitors.setIdFor(ctx);
      return settingsIn(ctx, setId === null ? null : await live.byId(setId));
    },
    async exposuresAt(ctx, setId, paths) {
      const nowMs = clock();
      const running = runningExperiments(experimentsOf(await live.byId(setId)), nowMs);
      const seen = running.filter(({ seenAt }) => paths.has(seenAt));
      if (seen.length === 0) return [];
      const visitor = experimentVisitorOf(ctx);
      return seen.flatMap((experiment) => {
        const arm = armOf(experiment, visitor, nowMs)?.name;
        return arm === undefined ? [] : { experiment: experiment.name, visit_id: visitor.id, arm, at: nowMs };
      });
    },
  };
}
