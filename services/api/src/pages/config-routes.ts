import { plans } from '@funnel/contracts/plans';

import type { AppContext } from '../platform/app-context.ts';
import { publicConfig } from './public-config.ts';
import type { PublicHandlers } from '../platform/http/endpoint-router.ts';
import { visitOf } from '../tracking/visit.ts';

export function configRoutes({ config }: AppContext): PublicHandlers<'readConfig'> {
  return {
    readConfig(ctx) {
      ctx.body = { ...publicConfig(config, visitOf(ctx).currency), plans: Object.values(plans) };
    },
  };
}
