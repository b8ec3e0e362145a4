import { plans } from '@funnel/contracts/plans';
import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';

import type { AppContext } from '../platform/app-context.ts';
import { visitOf } from '../tracking/visit.ts';
import { publicConfig } from './public-config.ts';

export function configRoutes({ config }: AppContext): PublicHandlers<'readConfig'> {
  return {
    readConfig(ctx) {
      ctx.body = { ...publicConfig(config, visitOf(ctx).currency), plans: Object.values(plans) };
    },
  };
}
