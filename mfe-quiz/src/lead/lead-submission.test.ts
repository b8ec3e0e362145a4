import { leadRequestSchema } from '@funnel/contracts/api';
import { emptyFunnelState, type FunnelState } from '@funnel/contracts/funnel-state';

import { createLeadSubmission } from './lead-submission.ts';
import type { StoredLead } from './lead-store.ts';

const state: FunnelState = {
  ...emptyFunnelState,
  quizAnswers: { Age: '25-34', 'Trading Readiness': 'Ready' },
};
const ids = [1, 2, 3].map((last) => `00000000-0000-4000-8000-00000000000${last}`);

const whenAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

/** A submission whose service responds with `statuses`; null is a failed connection. Pauses end when `resume` is called. */
function setUp(
  statuses: (number | null | Promise<number>)[],
  stored: StoredLead | null = null,
  newIds = [...ids],
  storing: (status: StoredLead['status']) => Promise<void> = () => Promise.resolve(),
  nowMs = Date.UTC(2026, 0, 2, 3, 4, 5),
) {
  const sent: { path: string; body: unknown }[] = [];
  const sentWith: unknown[] = [];
  const pauses: { delayMs: number | undefined; resume: () => void }[] = [];
  const memory = { stored };
  const onRejected = jest.fn();
  const submission = createLeadSubmission({
    request: async (path, { body, ...init } = {}) => {
      sent.push({ path, body: JSON.parse(String(body)) });
      sentWith.push(init);
      const status = await Promise.race([statuses.shift(), whenAborted(init.signal)]);
      if (!status) throw new TypeError('Failed to fetch');
      return new Response(null, { status });
    },
    store: {
      read: async () => memory.stored,
      update: async (change) => {
        const next = change(memory.stored);
        memory.stored = next ?? memory.stored;
        if (next) await storing(next.status);
        return next;
      },
    },
    nowMs: () => nowMs,
    newId: () => newIds.shift() ?? 'no id left',
    onRejected,
    pause: (delayMs) => new Promise((resolve) => pauses.push({ delayMs, resume: resolve })),
  });
  return { submission, sent, sentWith, pauses, memory, onRejected };
}
const flushPromises = () => new Promise(setImmediate);

beforeEach(() => jest.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('sends the lead in the format that the service stores', async () => {
  const { submission, sent, sentWith, memory } = setUp([202]);
  await expect(submission.submit(state, 'name@example.com')).resolves.toBe('new');
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
  expect(sentWith).toEqual([
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      keepalive: true,
      signal: expect.any(AbortSignal),
    },
  ]);
  expect(leadRequestSchema.parse(body)).toEqual(body);
  expect(memory.stored?.status).toBe('sent');
});

test('waits for the response of the service, not until the browser has stored it', async () => {
  const never = new Promise<void>(() => {});
  const { submission, memory } = setUp([202], null, [...ids], async (status) => {
    if (status === 'sent') await never;
  });
  await expect(submission.submit(state, 'name@example.com')).resolves.toBe('new');
  expect(memory.stored?.status).toBe('sent');
});

test('stores a lead that could not be sent, and sends it once later under the same id', async () => {
  const { submission, sent, pauses, memory } = setUp([null, 202]);
  await submission.submit(state, 'name@example.com');
  expect(memory.stored?.status).toBe('unsent');
  pauses[0]?.resume();
  await flushPromises();
  expect(sent.map(({ body }) => body)).toEqual([sent[0]?.body, sent[0]?.body]);
  expect(memory.stored?.status).toBe('sent');
  expect(pauses).toHaveLength(1);
});

test('retries with growing delays while the service is down, and after five attempts waits until the browser is online again', async () => {
  const { submission, sent, pauses } = setUp([503, 503, 503, 503, 503, 503]);
  await submission.submit(state, 'name@example.com');
  for (let attempt = 0; attempt < 4; attempt += 1) {
    pauses[attempt]?.resume();
    await flushPromises();
  }
  expect(pauses.map(({ delayMs }) => delayMs)).toEqual([5_000, 30_000, 120_000, 600_000, undefined]);
  expect(sent).toHaveLength(5);
  pauses[4]?.resume();
  await flushPromises();
  expect(pauses.slice(5).map(({ delayMs }) => delayMs)).toEqual([5_000]);
  expect(sent).toHaveLength(6);
});

test('sends a lead once if the browser is online again while another screen of the page sends it', async () => {
  const { submission, sent, pauses } = setUp([503, 503, 503, 503, 503, 202]);
  await submission.submit(state, 'name@example.com');
  for (let attempt = 0; attempt < 4; attempt += 1) {
    pauses[attempt]?.resume();
    await flushPromises();
  }
  const sending = submission.sendPending();
  pauses[4]?.resume();
  await sending;
  await flushPromises();
  expect(sent).toHaveLength(6);
});

test('keeps a lead that the service rejects, logs and reports it once, and tries it again on a later page', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const first = setUp([422]);
  await first.submission.submit(state, 'name@example.com');
  expect(first.pauses).toEqual([]);
  expect(first.memory.stored).toMatchObject({ lead: { leadId: ids[0] }, status: 'rejected' });
  expect(log).toHaveBeenCalledWith('The service has rejected the lead; it is kept: 422');
  expect(first.onRejected).toHaveBeenCalledTimes(1);

  const second = setUp([422], first.memory.stored);
  await second.submission.sendPending();
  expect(second.memory.stored?.status).toBe('rejected');
  expect(second.onRejected).not.toHaveBeenCalled();

  const third = setUp([202], second.memory.stored);
  await third.submission.sendPending();
  expect(third.sent).toEqual(first.sent);
  expect(third.memory.stored?.status).toBe('sent');
});

test('sends nothing if the same lead is submitted again', async () => {
  const { submission, sent } = setUp([202]);
  await submission.submit(state, 'name@example.com');
  await expect(submission.submit(state, 'name@example.com')).resolves.toBe('known');
  expect(sent).toHaveLength(1);
});

test.each([
  ['30 days after the first one is a new lead', 30, 'new', [ids[0], ids[1]]],
  ['29 days after the first one is not sent', 29, 'known', [ids[0]]],
] as const)('the same lead %s, because a visit lasts 30 days', async (_, days, result, sentIds) => {
  const first = setUp([202]);
  await first.submission.submit(state, 'name@example.com');
  const returnedAtMs = Date.UTC(2026, 0, 2 + days, 3, 4, 5);
  const next = setUp([202], first.memory.stored, ids.slice(1), undefined, returnedAtMs);
  await expect(next.submission.submit(state, 'name@example.com')).resolves.toBe(result);
  const sent = [...first.sent, ...next.sent].map(({ body }) => leadRequestSchema.parse(body).leadId);
  expect(sent).toEqual(sentIds);
});

test('keeps the id after a failure, because the service may have stored the lead', async () => {
  const { submission, sent } = setUp([null, 202]);
  await submission.submit(state, 'name@example.com');
  await expect(submission.submit(state, 'name@example.com')).resolves.toBe('known');
  expect(sent.map(({ body }) => body)).toMatchObject([{ leadId: ids[0] }, { leadId: ids[0] }]);
});

test('sends the unsent lead of an earlier visit', async () => {
  const first = setUp([null]);
  await first.submission.submit(state, 'name@example.com');
  const next = setUp([202], first.memory.stored);
  await next.submission.sendPending();
  expect(next.sent).toEqual(first.sent);
  await next.submission.sendPending();
  expect(next.sent).toHaveLength(1);
});

test('sends an unsent lead once more on another screen of the page only after the last planned attempt', async () => {
  const { submission, sent, pauses } = setUp([503, 503, 503, 503, 503, 202]);
  await submission.submit(state, 'name@example.com');
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await submission.sendPending();
    expect(sent).toHaveLength(attempt + 1);
    pauses[attempt]?.resume();
    await flushPromises();
  }
  await submission.sendPending();
  expect(sent).toHaveLength(6);
});

test('sends the lead that another tab has left unsent, although this page had nothing to send when it opened', async () => {
  const { submission, sent, memory } = setUp([202]);
  await submission.sendPending();
  const other = setUp([null]);
  await other.submission.submit(state, 'name@example.com');
  memory.stored = other.memory.stored;
  await submission.sendPending();
  expect(sent).toEqual(other.sent);
});

test('resends a lead under a new id if its id belongs to another visit', async () => {
  const first = setUp([null]);
  await first.submission.submit(state, 'name@example.com');
  const next = setUp([409, 202], first.memory.stored, ids.slice(1));
  const [lead] = first.sent.map(({ body }) => leadRequestSchema.parse(body));
  await next.submission.sendPending();
  const [, second] = next.sent.map(({ body }) => leadRequestSchema.parse(body));
  expect(next.sent).toHaveLength(2);
  expect(second).toEqual({ ...lead, leadId: second?.leadId });
  expect(second?.leadId).not.toBe(lead?.leadId);
  expect(next.memory.stored).toEqual({ lead: second, status: 'sent' });
});

test('tries at most one new id', async () => {
  const { submission, sent, pauses, memory } = setUp([409, 409, 409]);
  await submission.submit(state, 'name@example.com');
  expect(sent.map(({ body }) => leadRequestSchema.parse(body).leadId)).toEqual([ids[0], ids[1]]);
  expect(pauses).toEqual([]);
  expect(memory.stored?.status).toBe('rejected');
});

test('keeps the new id in later attempts', async () => {
  const { submission, sent, pauses, memory } = setUp([409, 503, 202]);
  await submission.submit(state, 'name@example.com');
  expect(memory.stored).toMatchObject({ lead: { leadId: ids[1] }, status: 'unsent' });
  pauses[0]?.resume();
  await flushPromises();
  expect(sent.map(({ body }) => leadRequestSchema.parse(body).leadId)).toEqual([ids[0], ids[1], ids[1]]);
  expect(memory.stored?.status).toBe('sent');
});

test.each([408, 429, 500])(
  'tries again after status %i, which says nothing about the lead',
  async (status) => {
    const { submission, sent, pauses, memory } = setUp([status, 202]);
    await submission.submit(state, 'name@example.com');
    expect(memory.stored?.status).toBe('unsent');
    pauses[0]?.resume();
    await flushPromises();
    expect(sent).toHaveLength(2);
    expect(memory.stored?.status).toBe('sent');
  },
);

describe.each([
  ['answers', { ...state, quizAnswers: { Age: '45+', 'Trading Readiness': 'Ready' } }, 'name@example.com'],
  ['goal', { ...state, specialGoal: 'Vacation' }, 'name@example.com'],
  ['email', state, 'other@example.com'],
])('a lead with another %s than the last one', (_, next, email) => {
  test.each([
    ['was sent', 202],
    ['could not be sent, because the service may have stored it', null],
  ])('has a new id, even if that one %s', async (_, status) => {
    const { submission, sent } = setUp([status, 202]);
    await submission.submit(state, 'name@example.com');
    await expect(submission.submit(next, email)).resolves.toBe('new');
    expect(sent.map(({ body }) => body)).toMatchObject([
      { leadId: '00000000-0000-4000-8000-000000000001', email: 'name@example.com' },
      { leadId: '00000000-0000-4000-8000-000000000002', email },
    ]);
  });
});

test('waits four seconds for the service, also in a browser without AbortSignal.timeout', async () => {
  jest.useFakeTimers();
  jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    throw new TypeError('AbortSignal.timeout is not a function');
  });
  const { submission, sent } = setUp([new Promise(() => {}), 202]);
  let isOver = false;
  void submission.submit(state, 'name@example.com').then(() => (isOver = true));
  await jest.advanceTimersByTimeAsync(3_999);
  expect([sent.length, isOver]).toEqual([1, false]);
  await jest.advanceTimersByTimeAsync(1);
  expect(isOver).toBe(true);
});

test.each([202, 409])('a late response %i to an earlier lead does not change a newer one', async (status) => {
  let respond: (status: number) => void = () => {};
  const late = new Promise<number>((resolve) => (respond = resolve));
  const { submission, sent, memory } = setUp([late, null]);
  const first = submission.submit(state, 'first@example.com');
  await flushPromises();
  await submission.submit(state, 'second@example.com');
  respond(status);
  await first;
  expect(memory.stored).toMatchObject({ lead: { email: 'second@example.com' }, status: 'unsent' });
  expect(sent).toHaveLength(2);
});

test('continues if the browser forgets the lead while it is sent', async () => {
  let respond: (status: number) => void = () => {};
  const late = new Promise<number>((resolve) => (respond = resolve));
  const { submission, memory } = setUp([late]);
  const submitting = submission.submit(state, 'name@example.com');
  await flushPromises();
  memory.stored = null;
  respond(409);
  await expect(submitting).resolves.toBe('new');
});

test('knows the email that was submitted, whether the service has stored it or not', async () => {
  for (const statuses of [[202], [503]]) {
    const { submission } = setUp(statuses);
    const visitor = { ...state, email: 'name@example.com' };
    expect(await submission.hasSubmitted(visitor)).toBe(false);
    await submission.submit(state, 'name@example.com');
    const otherAnswers = { Age: '45+' };
    const answers = [
      visitor,
      { ...visitor, email: 'changed@example.com' },
      { ...visitor, quizAnswers: otherAnswers },
      { ...visitor, email: 'linked@example.com', quizAnswers: otherAnswers },
      state,
    ].map(submission.hasSubmitted);
    expect(await Promise.all(answers)).toEqual([true, true, true, false, false]);
  }
});
