import { callerIp, siteNetworkOf, subscriberNetworkOf } from '@funnel/service-kit/http/ip-address';
import { createMemoryCounter } from '@funnel/service-kit/http/rate-limit-counter';
import type { Context } from 'koa';

import type { AppContext } from '../platform/app-context.ts';

const hourMs = 3_600_000;

/**
 * Creates a function that returns whether the caller may cause one more plan email. Per hour, an IP and a network may cause as
 * many as they may send leads per minute: far more than the visitors behind one IP need, and too few to send emails to
 * strangers in bulk. Each replica counts on its own.
 */
export function createPlanEmailLimit({ config, clock, log }: AppContext): (ctx: Context) => Promise<boolean> {
  const { RATE_LIMIT_PER_MINUTE, RATE_LIMIT_PER_NETWORK = 10 * RATE_LIMIT_PER_MINUTE } = config;
  const count = createMemoryCounter(clock, hourMs);
  return async (ctx) => {
    const ip = callerIp(ctx);
    const limits = [
      { key: subscriberNetworkOf(ip), max: RATE_LIMIT_PER_MINUTE },
      { key: siteNetworkOf(ip), max: RATE_LIMIT_PER_NETWORK },
    ];
    const used = await count(
      limits.map(({ key, max }) => `${key} ${max}`),
      1,
    );
    const excess = used.map(({ points }, at) => points - (limits[at]?.max ?? 0));
    // Once per hour and network, so that a flood of leads is no flood of lines.
    if (excess.includes(1)) log.warn('one network sends many leads: they get no plan email for an hour');
    return excess.every((points) => points <= 0);
  };
}
