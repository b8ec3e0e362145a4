import { hourMs } from '@funnel/service-kit/durations';
import { callerIp } from '@funnel/service-kit/http/ip-address';
import { ipKeyOf, networkOf } from '@funnel/service-kit/http/ip-networks';
import { createSharedCounter, networkLimitOf } from '@funnel/service-kit/http/rate-limit';
import type { Context } from 'koa';

import type { AppContext } from '../platform/app-context.ts';
import { emailDestinationName } from './local-mailbox.ts';

/**
 * Creates a function that returns whether the caller may cause one more plan email. Per hour, an IP and a network may cause as
 * many as they may send leads per minute: far more than the visitors behind one IP need, and too few to send emails to
 * strangers in bulk. Each cause is counted on its own, so that a flood of leads leaves the buyers theirs.
 */
export function createPlanEmailLimit(
  context: AppContext,
  cause: 'leads' | 'checkouts',
): (ctx: Context) => Promise<boolean> {
  const { config, log } = context;
  if (!emailDestinationName(config)) return async () => false;
  const maxima = [config.RATE_LIMIT_PER_MINUTE, networkLimitOf(config)];
  const count = createSharedCounter(context, hourMs);
  return async (ctx) => {
    const ip = callerIp(ctx);
    const prefix = `plan emails of ${cause}`;
    const used = await count([`${prefix} ${ipKeyOf(ip)}`, `${prefix} network ${networkOf(ip)}`], 1);
    const excess = maxima.map((max, at) => (used[at]?.points ?? 0) - max);
    // Once per hour and network, so that a flood of leads does not flood the log.
    if (excess.includes(1)) log.warn({ cause }, 'one network causes many plan emails: no more for an hour');
    return excess.every((points) => points <= 0);
  };
}
