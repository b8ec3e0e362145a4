import { randomUUID } from 'node:crypto';

import { experimentDecisionSchema } from '@funnel/contracts/experiment-reports';
import type { OperatorHandlers } from '@funnel/releases/operators/operator-router';
import type { LiveSets } from '@funnel/releases/visitors/live-sets';
import { readJson } from '@funnel/service-kit/http/json-body';
import { problem } from '@funnel/service-kit/problem';

import type { AppContext } from '../platform/app-context.ts';
import { insertDecision, listDecisions } from './experiment-repository.ts';
import { isSeen } from './exposure-repository.ts';
import { readExperiments } from './read-experiments.ts';
import { experimentsOf } from './visit-experiments.ts';

/** What experiments say, and what operators decide about them. */
export function experimentRoutes(
  context: AppContext,
  live: Pick<LiveSets, 'current'>,
): OperatorHandlers<'listExperiments' | 'listExperimentDecisions' | 'decideExperiment'> {
  return {
    async listExperiments(ctx) {
      ctx.body = await readExperiments(context, live);
    },
    async listExperimentDecisions(ctx) {
      const decisions = await listDecisions(context.database.db);
      ctx.body = decisions.map(({ experiment, arm, why, actor, at }) => ({
        experiment,
        arm,
        why,
        actor,
        at,
      }));
    },
    async decideExperiment(ctx, operator) {
      const { experiment, arm, why } = await readJson(ctx, experimentDecisionSchema);
      const known = experimentsOf(await live.current()).find(({ name }) => name === experiment);
      if (!known?.arms.some(({ name }) => name === arm))
        throw problem('not-found', {
          detail: `The live set has no experiment "${experiment}" with an arm "${arm}".`,
        });
      if (!(await isSeen(context.database.db, experiment)))
        throw problem('invalid-request', {
          detail: `No visitor has seen the experiment "${experiment}" yet, so nothing can be decided about it.`,
        });
      await insertDecision(context.database.db, {
        id: randomUUID(),
        experiment,
        arm,
        why,
        actor: operator.name,
        at: context.clock(),
      });
      ctx.status = 201;
      ctx.body = {};
    },
  };
}
