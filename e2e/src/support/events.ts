import type { Page } from '@playwright/test';

export interface ReportedEvent {
  readonly name: string;
  readonly [field: string]: unknown;
}

/** What the browser tells the service from now on, in order. */
export function collectEvents(page: Page): readonly ReportedEvent[] {
  const events: ReportedEvent[] = [];
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/events') return;
    const body: { events: ReportedEvent[] } = request.postDataJSON();
    events.push(...body.events);
  });
  return events;
}

/** Of what a visitor did; what the browser measured comes at a time of its own. */
export const namesOf = (events: readonly ReportedEvent[]): string[] =>
  events.map(({ name }) => name).filter((name) => name !== 'WebVital');
