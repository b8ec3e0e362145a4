import type { CanaryRequest, ReleaseStatus } from '@funnel/contracts/release-management';

/** A running canary. */
export type Canary = NonNullable<ReleaseStatus['canary']>;
/** A change of the canary that needs no further value. */
export type ActionWithoutFields = Exclude<CanaryRequest['action'], 'widen'>;

/**
 * The request to change this canary. The service rejects it if another set is the canary by now, and to hold it, if the canary
 * gets another percentage, because the operator has confirmed this one.
 */
export const canaryRequest = (
  action: ActionWithoutFields,
  { set: { id }, percent }: Canary,
): CanaryRequest => (action === 'hold' ? { action, percent, set: id } : { action, set: id });
