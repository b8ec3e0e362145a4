import { Counter, type Registry } from 'prom-client';

/** What has used up its budget of events: the visit, or a network of its IP. */
export type EventBudget = 'visit' | 'network';

/** Adds the metric of rejected batches of events. Returns the function that counts one. */
export function addEventMetrics(registry: Registry): (budget: EventBudget) => void {
  const rejected = new Counter({
    name: 'event_batches_rejected_total',
    help: 'Batches of events that were rejected because a budget is used up',
    labelNames: ['budget'],
    registers: [registry],
  });
  return (budget) => rejected.inc({ budget });
}
