import { randomUUID } from 'node:crypto';

import type { Currency } from '@funnel/contracts/money';

import { aCheckoutSession } from '../billing/a-checkout-session.testkit.ts';
import { insertSession } from '../billing/checkout-session-repository.ts';
import type { Db } from '../platform/database.ts';
import type { EventRow } from '../platform/schema.ts';
import type { TestApp } from '../platform/service.testkit.ts';
import { insertEvents } from '../tracking/event-repository.ts';
import { anEvent } from '../tracking/an-event.testkit.ts';

/** The actions of one visitor on one set. A set of null is a preview. */
export interface Visit {
  readonly visitId: string;
  readonly setId: string | null;
  readonly at: number;
  /** The visitor's network. By default all visits share one. */
  readonly network?: string;
  readonly pages: readonly string[];
  /** Failures to load or render, and with a name errors of scripts. */
  readonly failures: readonly { remote: string; version: string; detail?: string; name?: 'ScriptFailed' }[];
  readonly paints: readonly number[];
  readonly leads: number;
  readonly purchases: readonly { currency: Currency; amountMinor: number; status: 'paid' | 'open' }[];
}

const emptyVisit: Visit = {
  visitId: '',
  setId: null,
  at: 0,
  pages: ['/'],
  failures: [],
  paints: [],
  leads: 0,
  purchases: [],
};
let visits = 0;
/** Creates a visit. Visits come from 250 networks in turn. */
export const createVisit = (over: Partial<Visit>): Visit => ({
  ...emptyVisit,
  visitId: randomUUID(),
  network: `10.${visits++ % 250}.0.0/16`,
  ...over,
});

function eventsOf({
  visitId,
  setId,
  at,
  network = '10.0.0.0/16',
  pages,
  failures,
  paints,
}: Visit): EventRow[] {
  const event = (name: string, changes: Partial<EventRow>) =>
    anEvent({ visit_id: visitId, name, received_at: at, set_id: setId, network, ...changes });
  return [
    ...pages.map((path) => event('PageView', { path })),
    ...failures.map(({ detail = '', ...failed }) =>
      event('ResourceFailed', { ...failed, path: '/', payload: JSON.stringify({ detail }) }),
    ),
    ...paints.map((measure) => event('WebVital', { measure })),
  ];
}

/** Stores visits as the service does. */
export async function insertVisits(db: Db, visits: readonly Visit[]): Promise<void> {
  const events = visits.flatMap(eventsOf);
  for (let done = 0; done < events.length; done += 1000)
    await insertEvents(db, events.slice(done, done + 1000));
  for (const { visitId, setId, at, leads, purchases } of visits) {
    const shared = { visit_id: visitId, email: 'vera@example.com', set_id: setId };
    const leadRows = Array.from({ length: leads }, () => ({
      ...shared,
      id: randomUUID(),
      step: '',
      special_goal: '',
      quiz_answers: '{}',
      answers_summary: '',
      timestamp: '',
      received_at: at,
    }));
    if (leadRows.length > 0) await db.insertInto('leads').values(leadRows).execute();
    for (const { currency, amountMinor, status } of purchases) {
      const session = aCheckoutSession({
        ...shared,
        id: randomUUID(),
        amount_minor: amountMinor,
        currency,
        status,
        created_at: at,
        expires_at: at,
        paid_at: status === 'paid' ? at : null,
        check_at: at,
      });
      await insertSession(db, session);
    }
  }
}

/** Stores visits of a set, which come now. The first `failing` of them fail to load the quiz. */
export const addVisits = (
  { context: { clock, database } }: TestApp,
  setId: string | null,
  count: number,
  { failing = 0, ...change }: Partial<Visit> & { readonly failing?: number } = {},
): Promise<void> =>
  insertVisits(
    database.db,
    Array.from({ length: count }, (_, at) =>
      createVisit({
        setId,
        at: clock(),
        failures: at < failing ? [{ remote: 'mfe-quiz', version: '1.1.0' }] : [],
        ...change,
      }),
    ),
  );
