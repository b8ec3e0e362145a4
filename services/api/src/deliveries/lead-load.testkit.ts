import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

import { openDatabase } from '../platform/database.ts';

type Place = Parameters<typeof openDatabase>[0];

const emailOf = (leadId: string) => `${leadId}@example.com`;

/** Visitors who send leads, some of them again and again. `originOf` says whom to send the next one to. */
export function startLeadLoad(originOf: () => string) {
  const sent: string[] = [];
  const acknowledged = new Set<string>();
  const counts = { refused: 0, cutOff: 0 };

  /** Says whether the lead was acknowledged. */
  async function send(leadId: string): Promise<boolean> {
    const response = await fetch(`${originOf()}/api/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        leadId,
        email: emailOf(leadId),
        timestamp: new Date().toISOString(),
        step: 'Email Step (17)',
        specialGoal: '',
        quizAnswers: { Age: '25-34' },
        answers_summary: 'Age: 25-34',
      }),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    const answer = await response?.text().catch(() => null);
    if (response?.status === 202 && answer?.includes(leadId)) acknowledged.add(leadId);
    else if (typeof answer === 'string') counts.refused++;
    else counts.cutOff++;
    return acknowledged.has(leadId);
  }

  function aLead(): string {
    const repeated = randomInt(4) === 0 ? sent[randomInt(Math.max(1, sent.length))] : undefined;
    if (repeated) return repeated;
    const leadId = randomUUID();
    sent.push(leadId);
    return leadId;
  }

  return { acknowledged, counts, aLead, send };
}

/** Somebody who is told of every lead: under which ids each came, and how many deliveries that were. */
export async function startLeadReceiver() {
  const idsOf = new Map<string, Set<string>>();
  let deliveries = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { email } = JSON.parse(body);
    idsOf.set(email, (idsOf.get(email) ?? new Set()).add(String(request.headers['webhook-id'])));
    deliveries++;
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}/leads`,
    deliveries: () => deliveries,
    idsOf: (leadId: string) => [...(idsOf.get(emailOf(leadId)) ?? [])],
    close: () => server.close(),
  };
}

/** How many of these leads the database does not have. Its connection does not outlive the look. */
export async function countLost(place: Place, leadIds: readonly string[]): Promise<number> {
  const database = await openDatabase(place);
  const stored = new Set<string>();
  for (let at = 0; at < leadIds.length; at += 5000) {
    const ids = leadIds.slice(at, at + 5000);
    const rows = await database.db.selectFrom('leads').select('id').where('id', 'in', ids).execute();
    for (const { id } of rows) stored.add(id);
  }
  await database.close();
  return leadIds.filter((id) => !stored.has(id)).length;
}

/** What is wrong between leads, their deliveries, and what the receiver saw. */
export async function auditLeads(
  place: Place,
  acknowledged: Iterable<string>,
  receiver: Awaited<ReturnType<typeof startLeadReceiver>>,
) {
  const database = await openDatabase(place);
  const leads = await database.db.selectFrom('leads').select(['id', 'email']).execute();
  const outbox = await database.db
    .selectFrom('outbox')
    .select(['id', 'state'])
    .where('kind', '=', 'lead')
    .execute();
  await database.close();
  const stored = new Set(leads.map(({ id }) => id));
  const deliveries = new Set(outbox.map(({ id }) => id));
  return {
    stored: leads.length,
    /** All are to be 0. */
    faults: {
      lost: [...acknowledged].filter((id) => !stored.has(id)).length,
      doubledRows: leads.length - new Set(leads.map(({ email }) => email)).size,
      withoutDelivery: [...stored].filter((id) => !deliveries.has(`lead_${id}`)).length,
      deliveriesTooMany: Math.max(0, outbox.length - leads.length),
      undelivered: outbox.filter(({ state }) => state !== 'delivered').length,
      unseen: [...stored].filter((id) => receiver.idsOf(id).length === 0).length,
      underSeveralIds: [...stored].filter((id) => receiver.idsOf(id).length > 1).length,
    },
  };
}

/** Resolves when nothing waits in the outbox any more. */
export async function untilDelivered(place: Place, limitMs: number): Promise<void> {
  const database = await openDatabase(place);
  const endMs = Date.now() + limitMs;
  const waiting = () =>
    database.db.selectFrom('outbox').select('id').where('state', '=', 'waiting').executeTakeFirst();
  try {
    while (await waiting()) {
      if (Date.now() > endMs) throw new Error('deliveries still wait');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  } finally {
    await database.close();
  }
}
