import { problem } from '@funnel/service-kit/problem';

/** Creates a `promotion-refused` problem with its reasons. */
export const promotionRefused = (...reasons: readonly string[]) =>
  problem('promotion-refused', { detail: reasons.join(' '), data: { reasons } });
