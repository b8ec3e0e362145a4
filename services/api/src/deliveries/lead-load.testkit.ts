import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

import { aLead } from '../leads/a-lead.testkit.ts';
import { leadWebhookName } from '../leads/lead-webhook.ts';
import { openDatabase } from '../platform/database.ts';

type TestDatabase = Parameters<typeof openDatabase>[0];

const emailOf = (leadId: string) => `${leadId}@example.com`;

/** A visitor who sends leads, some of them repeatedly. `originOf` returns the origin for the next request. */
export function startLeadLoad(originOf: () => string) {
  const sent: string[] = [];
  const acknowledged = new Set<string>();
  const counts = { rejected: 0, cutOff: 0 };

  let pendingCookie: Promise<string | null> | null = null;

  /** The cookie of the one visit that sends all leads, or null while the service cannot be reached. */
  async function visitCookie(): Promise<string | null> {
    pendingCookie ??= fetch(`${originOf()}/api/config`, { signal: AbortSignal.timeout(10_000) }).then(
      ({ headers }) => headers.getSetCookie()[0]?.split(';')[0] ?? null,
      () => null,
    );
    const cookie = await pendingCookie;
    if (cookie === null) pendingCookie = null;
    return cookie;
  }

  /** Returns whether the lead was acknowledged. */
  async function send(leadId: string): Promise<boolean> {
    const cookie = await visitCookie();
    if (cookie === null) {
      counts.cutOff++;
      return acknowledged.has(leadId);
    }
    const response = await fetch(`${originOf()}/api/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(aLead({ leadId, email: emailOf(leadId) })),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    await response?.text().catch(() => null);
    if (response?.status === 202) acknowledged.add(leadId);
    else counts[response ? 'rejected' : 'cutOff']++;
    return acknowledged.has(leadId);
  }

  function nextId(): string {
    const repeated = randomInt(4) === 0 ? sent[randomInt(Math.max(1, sent.length))] : undefined;
    if (repeated) return repeated;
    const leadId = randomUUID();
    sent.push(leadId);
    return leadId;
  }

  return { acknowledged, counts, nextId, send };
}

/** The delivery id in the format of each kind of receiver. */
function idOf({ headers }: IncomingMessage, body: string): string {
  const id = headers['webhook-id'] ?? headers['idempotency-key'] ?? /"event_id":"([^"]+)"/.exec(body)?.[1];
  return String(id);
}

/** Runs all destinations as one server: each has its path, and received bodies are stored by id. */
export async function startReceivers() {
  const seen = new Map<string, Map<string, Set<string>>>();
  let deliveries = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const [, name = ''] = (request.url ?? '').split(/[/?]/);
    const bodies = seen.get(name) ?? new Map<string, Set<string>>();
    seen.set(name, bodies);
    const id = idOf(request, body);
    bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
    deliveries++;
    // The success response of every ad platform.
    response.end('{"code":0,"events_received":1}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    deliveries: () => deliveries,
    seenAt: (name: string): ReadonlyMap<string, ReadonlySet<string>> => seen.get(name) ?? new Map(),
    close: () => server.close(),
  };
}

export type Receivers = Awaited<ReturnType<typeof startReceivers>>;

/** Counts the leads that are missing in the database, on a separate connection. */
export async function countLost(testDatabase: TestDatabase, leadIds: readonly string[]): Promise<number> {
  const database = await openDatabase(testDatabase);
  const stored = new Set<string>();
  for (let at = 0; at < leadIds.length; at += 5000) {
    const ids = leadIds.slice(at, at + 5000);
    const rows = await database.db.selectFrom('leads').select('id').where('id', 'in', ids).execute();
    for (const { id } of rows) stored.add(id);
  }
  await database.close();
  return leadIds.filter((id) => !stored.has(id)).length;
}

/** Compares leads, deliveries and received bodies. All faults must be 0. */
export async function auditDeliveries(
  testDatabase: TestDatabase,
  acknowledged: Iterable<string>,
  receivers: Receivers,
) {
  const { db, close } = await openDatabase(testDatabase);
  const leads = await db.selectFrom('leads').select(['id', 'email']).execute();
  const rows = await db.selectFrom('outbox').select(['id', 'destination', 'kind', 'state']).execute();
  await close();
  const stored = new Set(leads.map(({ id }) => id));
  const expectedIds = new Map<string, Set<string>>();
  for (const { id, destination, kind } of rows) {
    const ids = expectedIds.get(destination) ?? new Set();
    expectedIds.set(destination, ids.add(kind === 'conversion' ? id.slice(destination.length + 1) : id));
  }
  const leadIds = expectedIds.get(leadWebhookName) ?? new Set();
  const leadBodies = [...receivers.seenAt(leadWebhookName).values()].map(([...bodies]) => bodies.join());
  const pairs = [...expectedIds].map(([name, ids]) => ({ ids, seen: receivers.seenAt(name) }));
  const sum = (count: (pair: (typeof pairs)[number]) => number) =>
    pairs.reduce((total, pair) => total + count(pair), 0);
  return {
    results: { stored: leads.length, deliveries: rows.length, attempts: receivers.deliveries() },
    faults: {
      lost: [...acknowledged].filter((id) => !stored.has(id)).length,
      doubledRows: leads.length - new Set(leads.map(({ email }) => email)).size,
      withoutDelivery: [...stored].filter((id) => !leadIds.has(`lead_${id}`)).length,
      undelivered: rows.filter(({ state }) => state !== 'delivered').length,
      /** Deliveries whose destination never received their id. */
      unseen: sum(({ ids, seen }) => [...ids].filter((id) => !seen.has(id)).length),
      /** Received ids without a delivery. */
      unknown: sum(({ ids, seen }) => [...seen.keys()].filter((id) => !ids.has(id)).length),
      /** Ids that were received with different bodies. */
      changed: sum(({ seen }) => [...seen.values()].filter(({ size }) => size > 1).length),
      /** Leads, each with its own email, that were received under several ids. */
      underSeveralIds: leadBodies.length - new Set(leadBodies).size,
    },
  };
}

/** Resolves when neither webhook events nor deliveries are waiting. */
export async function waitUntilDelivered(testDatabase: TestDatabase, limitMs: number): Promise<void> {
  const database = await openDatabase(testDatabase);
  const endMs = Date.now() + limitMs;
  const isWaiting = async (table: 'inbox' | 'outbox') =>
    (await database.db
      .selectFrom(table)
      .select('state')
      .where('state', '=', 'waiting')
      .executeTakeFirst()) !== undefined;
  try {
    while ((await isWaiting('inbox')) || (await isWaiting('outbox'))) {
      if (Date.now() > endMs) throw new Error('deliveries still wait');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  } finally {
    await database.close();
  }
}
