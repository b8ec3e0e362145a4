import { plans } from '@funnel/contracts/plans';
import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';

import type { VisitExperiments } from '../experiments/visit-experiments.ts';
import type { AppContext } from '../platform/app-context.ts';
import { visitOf } from '../tracking/visit.ts';
import { publicConfig } from './public-config.ts';

export function configRoutes(
  { config }: AppContext,
  experiments: Pick<VisitExperiments, 'settingsFor'>,
): PublicHandlers<'readConfig'> {
  return {
    async readConfig(ctx) {
      const { currency } = visitOf(ctx);
      const settings = publicConfig(config, currency, await experiments.settingsFor(ctx));
      ctx.body = { ...settings, plans: Object.values(plans) };
    },
  };
}
