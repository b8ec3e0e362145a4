import { deliveryStates } from '@funnel/contracts/deliveries';
import type { DeliveryFilter } from '@funnel/contracts/operator-client';

import { withParameters } from '../components/url-parameters.ts';

/** The filter that the URL names, so that Back, a reload and a link show the same deliveries. An unknown state is no filter. */
export const filterOf = (parameters: URLSearchParams): DeliveryFilter => ({
  destination: parameters.get('destination') || null,
  state: deliveryStates.find((state) => state === parameters.get('state')) ?? null,
});

export const withFilter = (
  parameters: URLSearchParams,
  { destination, state }: DeliveryFilter,
): URLSearchParams => withParameters(parameters, { destination, state });
