import { createHash, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { createCheckoutResponseSchema } from '@funnel/contracts/api';
import * as z from 'zod';

import { clientFrom, type Client, type Reply } from './client.ts';

const honestAddress = '127.1.2.3';

interface Journey {
  readonly timeMs: number;
  /** Null if the journey finished. */
  readonly failure: string | null;
}

interface Sent {
  readonly emailSha256: string;
  readonly atMs: number;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function expectStatus(step: string, reply: Reply, ...statuses: readonly number[]): Reply {
  if (!statuses.includes(reply.status))
    throw new Error(`${step}: ${reply.status} ${reply.body.slice(0, 200)}`);
  return reply;
}

/** Makes the calls of a browser with a new visit, from the first document to the status of the checkout session. */
async function completeJourney({ send }: Client, email: string): Promise<Sent> {
  const page = expectStatus('document', await send({ path: '/' }), 200);
  const cookie = [page.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ');
  const headers = { cookie, 'content-type': 'application/json' };
  const post = (path: string, body: unknown) =>
    send({ method: 'POST', path, headers, body: JSON.stringify(body) });

  const [file] = /\/(?:assets|remotes)\/[^"'\s]+\.js/.exec(page.body) ?? [];
  if (!file) throw new Error('document: it loads no script');
  expectStatus('file', await send({ path: file, headers: { cookie } }), 200);
  expectStatus('config', await send({ path: '/api/config', headers: { cookie } }), 200);
  const event = { id: randomUUID(), name: 'PageView', at: Date.now(), path: '/', setId: 'set' };
  expectStatus('events', await post('/api/events', { events: [event] }), 202);
  const lead = {
    leadId: randomUUID(),
    email,
    timestamp: new Date().toISOString(),
    step: 'Email Step (17)',
    specialGoal: 'Buy a house',
    quizAnswers: { Age: '25-34' },
    answers_summary: 'Age: 25-34',
  };
  expectStatus('lead', await post('/api/leads', lead), 202);
  const sent = { emailSha256: sha256(email), atMs: performance.now() };
  const order = { planId: 'plan2', email, attemptId: randomUUID() };
  const opened = expectStatus('checkout', await post('/api/create-checkout', order), 201);
  const { sessionId } = createCheckoutResponseSchema.parse(JSON.parse(opened.body));
  const path = `/api/checkout-sessions/${encodeURIComponent(sessionId)}`;
  expectStatus('status', await send({ path, headers: { cookie } }), 200);
  return sent;
}

const trackedSchema = z.object({ context: z.object({ user: z.object({ email: z.string().optional() }) }) });

/** A local ad platform that records when it first received a conversion of each email. */
export async function startAdPlatform(port: number) {
  const deliveredAt = new Map<string, number>();
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { email } = trackedSchema.parse(JSON.parse(Buffer.concat(chunks).toString())).context.user;
      if (email && !deliveredAt.has(email)) deliveredAt.set(email, performance.now());
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    deliveredAt,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Repeats the journey until stopped. It pauses in between, because one IP may make 120 calls of one kind per minute. */
export function startHonestVisitor(origin: string) {
  const journeys: Journey[] = [];
  const leads: Sent[] = [];
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      const client = clientFrom(origin, honestAddress);
      const startedAt = performance.now();
      const failure = await completeJourney(client, `honest-${randomUUID()}@example.com`).then(
        (sent) => {
          leads.push(sent);
          return null;
        },
        (error: unknown) => String(error),
      );
      client.close();
      journeys.push({ timeMs: performance.now() - startedAt, failure });
      await pause(600);
    }
  })();
  return {
    journeys,
    leads,
    stop: () => {
      isOver = true;
      return done;
    },
  };
}
