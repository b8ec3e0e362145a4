import type { Page } from '@playwright/test';

export interface ReportedEvent {
  readonly name: string;
  readonly [field: string]: unknown;
}

/** Collects the events that the browser reports from now on, in order. */
export function collectEvents(page: Page): readonly ReportedEvent[] {
  const events: ReportedEvent[] = [];
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/events') return;
    const body: { events: ReportedEvent[] } = request.postDataJSON();
    events.push(...body.events);
  });
  return events;
}

/** The names of the events, without measurements, which the browser reports at any time. */
export const namesOf = (events: readonly ReportedEvent[]): string[] =>
  events.map(({ name }) => name).filter((name) => name !== 'WebVital');
