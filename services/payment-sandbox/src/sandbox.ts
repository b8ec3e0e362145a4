import type { Clock } from './clock.ts';
import type { Deliveries } from './events/deliveries.ts';
import type { Settings } from './settings.ts';
import type { State } from './state/state.ts';

/** What every use case works on. */
export interface Sandbox {
  readonly settings: Settings;
  readonly state: State;
  readonly clock: Clock;
  readonly deliveries: Deliveries;
}

/** Stripe counts in whole seconds. */
export function nowSeconds({ clock }: Pick<Sandbox, 'clock'>): number {
  return Math.floor(clock.nowMs() / 1000);
}
