import { plans } from '@funnel/contracts/plans';

import type { AppContext } from '../app-context.ts';
import { publicConfig } from '../public-config.ts';
import type { PublicHandlers } from './endpoint-router.ts';
import { visitOf } from './visit.ts';

export function configRoutes({ config }: AppContext): PublicHandlers<'readConfig'> {
  return {
    readConfig(ctx) {
      ctx.body = { ...publicConfig(config, visitOf(ctx).currency), plans: Object.values(plans) };
    },
  };
}
