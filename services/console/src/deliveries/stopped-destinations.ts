import type { Delivery, DeliverySummary, RedeliveryRequest } from '@funnel/contracts/deliveries';

/** The names of the request's destinations that are stopped. They get nothing until they are resumed. */
export const stoppedDestinations = (
  request: RedeliveryRequest,
  destinations: readonly Pick<DeliverySummary['destinations'][number], 'destination' | 'stopped'>[],
  deliveries: readonly Pick<Delivery, 'id' | 'destination'>[],
): string[] => {
  const requested =
    'destination' in request
      ? [request.destination]
      : deliveries.filter(({ id }) => request.ids.includes(id)).map(({ destination }) => destination);
  return destinations
    .filter(({ destination, stopped }) => stopped && requested.includes(destination))
    .map(({ destination }) => destination);
};
