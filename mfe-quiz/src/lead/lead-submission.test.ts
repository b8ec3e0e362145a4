import { leadRequestSchema } from '@funnel/contracts/api';
import { emptyFunnelState, type FunnelState } from '@funnel/contracts/funnel-state';

import { createLeadDelivery } from './lead-submission.ts';
import type { PendingLead } from './lead-store.ts';

const state: FunnelState = {
  ...emptyFunnelState,
  quizAnswers: { Age: '25-34', 'Trading Readiness': 'Ready' },
};
const ids = [1, 2, 3].map((last) => `00000000-0000-4000-8000-00000000000${last}`);

/** A delivery whose service answers as told; `null` is a connection that fails. Pauses end when `resume` is called. */
function setUp(answers: (number | null)[], kept: PendingLead | null = null, newIds = [...ids]) {
  const sent: { path: string; body: unknown }[] = [];
  const pauses: { delayMs: number; resume: () => void }[] = [];
  const memory = { kept };
  const delivery = createLeadDelivery({
    request: async (path, init) => {
      sent.push({ path, body: JSON.parse(String(init?.body)) });
      const status = answers.shift();
      if (!status) throw new TypeError('Failed to fetch');
      return new Response(null, { status });
    },
    store: {
      read: async () => memory.kept,
      write: async (next) => {
        memory.kept = next;
      },
    },
    nowMs: () => Date.UTC(2026, 0, 2, 3, 4, 5),
    newId: () => newIds.shift() ?? 'spent',
    pause: (delayMs) => new Promise((resolve) => pauses.push({ delayMs, resume: resolve })),
  });
  return { delivery, sent, pauses, memory };
}
const settle = () => new Promise(setImmediate);

beforeEach(() => jest.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

test('sends exactly what the service stores', async () => {
  const { delivery, sent, memory } = setUp([202]);
  await expect(delivery.submit(state, 'name@example.com')).resolves.toBe('new');
  const body = {
    leadId: ids[0],
    email: 'name@example.com',
    timestamp: '2026-01-02T03:04:05.000Z',
    step: 'Email Step (17)',
    specialGoal: 'Not specified',
    quizAnswers: { Age: '25-34', 'Trading Readiness': 'Ready' },
    answers_summary: 'Age: 25-34, Trading Readiness: Ready',
  };
  expect(sent).toEqual([{ path: '/api/leads', body }]);
  expect(leadRequestSchema.parse(body)).toEqual(body);
  expect(memory.kept?.status).toBe('sent');
});

test('a lead that could not be sent is kept and sent once later, under the same id', async () => {
  const { delivery, sent, pauses, memory } = setUp([null, 202]);
  await delivery.submit(state, 'name@example.com');
  expect(memory.kept?.status).toBe('unsent');
  pauses[0]?.resume();
  await settle();
  expect(sent.map(({ body }) => body)).toEqual([sent[0]?.body, sent[0]?.body]);
  expect(memory.kept?.status).toBe('sent');
  expect(pauses).toHaveLength(1);
});

test('tries again less and less often while the service is down, and stops', async () => {
  const { delivery, sent, pauses } = setUp([503, 503, 503, 503, 503]);
  await delivery.submit(state, 'name@example.com');
  for (let turn = 0; turn < 6; turn += 1) {
    pauses[turn]?.resume();
    await settle();
  }
  expect(pauses.map(({ delayMs }) => delayMs)).toEqual([5_000, 30_000, 120_000, 600_000]);
  expect(sent).toHaveLength(5);
});

test('a lead that the service refuses is not sent again', async () => {
  const { delivery, pauses, memory } = setUp([422]);
  await delivery.submit(state, 'name@example.com');
  expect(pauses).toEqual([]);
  expect(memory.kept?.status).toBe('sent');
});

test('the same visitor continuing again sends nothing; with other answers it is a new lead', async () => {
  const { delivery, sent } = setUp([202, 202]);
  await delivery.submit(state, 'name@example.com');
  await expect(delivery.submit(state, 'name@example.com')).resolves.toBe('known');
  expect(sent).toHaveLength(1);
  await expect(delivery.submit({ ...state, specialGoal: 'Vacation' }, 'name@example.com')).resolves.toBe(
    'new',
  );
  expect(sent[1]?.body).toMatchObject({ leadId: ids[2], specialGoal: 'Vacation' });
});

test('continuing again after a failure keeps the id, because the service may have the lead already', async () => {
  const { delivery, sent } = setUp([null, 202]);
  await delivery.submit(state, 'name@example.com');
  await expect(delivery.submit(state, 'name@example.com')).resolves.toBe('known');
  expect(sent.map(({ body }) => body)).toMatchObject([{ leadId: ids[0] }, { leadId: ids[0] }]);
});

test('what an earlier visit could not send goes out on the next one', async () => {
  const first = setUp([null]);
  await first.delivery.submit(state, 'name@example.com');
  const next = setUp([202], first.memory.kept);
  await next.delivery.sendPending();
  expect(next.sent).toEqual(first.sent);
  await next.delivery.sendPending();
  expect(next.sent).toHaveLength(1);
});

test('a lead whose id belongs to another visit is sent again under a new id', async () => {
  const first = setUp([null]);
  await first.delivery.submit(state, 'name@example.com');
  const next = setUp([409, 202], first.memory.kept, ids.slice(1));
  const [lead] = first.sent.map(({ body }) => leadRequestSchema.parse(body));
  await next.delivery.sendPending();
  const [, second] = next.sent.map(({ body }) => leadRequestSchema.parse(body));
  expect(next.sent).toHaveLength(2);
  expect(second).toEqual({ ...lead, leadId: second?.leadId });
  expect(second?.leadId).not.toBe(lead?.leadId);
  expect(next.memory.kept).toEqual({ lead: second, status: 'sent' });
});

test('a lead is sent under one new id at most', async () => {
  const { delivery, sent, pauses, memory } = setUp([409, 409, 409]);
  await delivery.submit(state, 'name@example.com');
  expect(sent.map(({ body }) => leadRequestSchema.parse(body).leadId)).toEqual([ids[0], ids[1]]);
  expect(pauses).toEqual([]);
  expect(memory.kept?.status).toBe('sent');
});

test('a new id is kept over later tries', async () => {
  const { delivery, sent, pauses, memory } = setUp([409, 503, 202]);
  await delivery.submit(state, 'name@example.com');
  expect(memory.kept).toMatchObject({ lead: { leadId: ids[1] }, status: 'unsent' });
  pauses[0]?.resume();
  await settle();
  expect(sent.map(({ body }) => leadRequestSchema.parse(body).leadId)).toEqual([ids[0], ids[1], ids[1]]);
  expect(memory.kept?.status).toBe('sent');
});
