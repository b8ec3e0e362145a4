import { createHash } from 'node:crypto';

import type { Funnel } from './funnel.ts';
import { storedRows } from './stored-rows.ts';

/** Everything that one journey stored or sent, without what differs between two visitors. */
export interface JourneyRecord {
  /** The stored events except page views and measurements, which every load of a page adds. */
  readonly events: readonly string[];
  readonly leads: readonly string[];
  readonly checkoutSessions: readonly string[];
  /** The requests to the ad platforms except page views. */
  readonly conversions: readonly string[];
}

/** Values that no two visitors share. */
const ownValues: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{32}\b|\b[0-9a-f]{64}\b/g, '<id>'],
  [/"(client_id|session_id)":"[\d.]+"/g, '"$1":"<id>"'],
  // The browser does not emulate the device in requests of a page that is being left.
  [/Mozilla\/5\.0[^"]*/g, '<browser>'],
  [/cs_test_\w+/g, '<session>'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d{10,16}\b/g, '<time>'],
];

/** Starts the recording of one journey. The result returns what has arrived since. */
export function recordJourney(funnel: Funnel, email: string): () => JourneyRecord {
  const { leads, ads } = funnel;
  const [leadsBefore, adsBefore] = [leads.deliveries.length, ads.received.length];
  const startedAt = Date.now();
  const hash = createHash('sha256').update(email).digest('hex');
  const withoutOwnValues = (lines: readonly string[]) =>
    lines
      .map((line) =>
        ownValues.reduce(
          (text, [pattern, placeholder]) => text.replace(pattern, placeholder),
          line.replaceAll(email, '<email>').replaceAll(hash, '<hash of the email>'),
        ),
      )
      .sort();
  return () => ({
    events: withoutOwnValues(
      storedRows(
        funnel,
        `select name, path, payload from events where received_at >= ? and name not in ('PageView', 'WebVital')`,
        startedAt,
      ),
    ),
    leads: withoutOwnValues(leads.deliveries.slice(leadsBefore).map(({ body }) => JSON.stringify(body))),
    checkoutSessions: withoutOwnValues(
      storedRows(
        funnel,
        'select plan_id, email, amount_minor, currency, status from checkout_sessions where created_at >= ?',
        startedAt,
      ),
    ),
    conversions: withoutOwnValues(
      ads.received
        .slice(adsBefore)
        .filter(({ event }) => !/^page_?view$/i.test(event))
        .map(({ destination, event, body }) => `${destination} ${event} ${body}`),
    ),
  });
}
