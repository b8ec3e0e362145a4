import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';
import { readJson } from '@funnel/service-kit/http/json-body';
import * as z from 'zod';

import type { AppContext } from '../../platform/app-context.ts';
import { redeemActivationToken } from './activation.ts';

const activationSchema = z.strictObject({ token: z.string().max(100) });

/** The external app redeems a buyer's token. The token itself is the authorization. */
export function activationRoutes(context: AppContext): PublicHandlers<'activate'> {
  return {
    async activate(ctx) {
      const { token } = await readJson(ctx, activationSchema);
      ctx.body = await redeemActivationToken(context, token);
    },
  };
}
