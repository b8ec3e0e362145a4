import type { Clock } from './clock.ts';
import type { Deliveries } from './events/deliveries.ts';
import type { Settings } from './settings.ts';
import type { State } from './state/state.ts';

/** The dependencies of every use case. */
export interface Sandbox {
  readonly settings: Settings;
  readonly state: State;
  readonly clock: Clock;
  readonly deliveries: Deliveries;
}

export const daySeconds = 24 * 60 * 60;

/** The current time in whole seconds, as Stripe counts it. */
export function nowSeconds({ clock }: Pick<Sandbox, 'clock'>): number {
  return Math.floor(clock.nowMs() / 1000);
}
