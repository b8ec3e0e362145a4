import { createCheckoutRequestSchema, leadRequestSchema } from './api.ts';
import { redeliveryRequestSchema } from './deliveries.ts';
import { readHandover } from './handover.ts';
import {
  canaryRequestSchema,
  certificationSchema,
  deprecationRequestSchema,
  promotionRequestSchema,
  rollbackRequestSchema,
  setRequestSchema,
} from './release-management.ts';
import { teamWebhookRequestSchema } from './team-webhooks.ts';

describe('the body of a lead', () => {
  const lead = {
    leadId: 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6',
    email: 'v@example.com',
    timestamp: '2026-01-15T12:00:00.000Z',
    step: 'Email Step (17)',
    specialGoal: 'Vacation',
    quizAnswers: {},
    answers_summary: '',
  };
  const answers = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`Question ${at}`, 'Yes']));

  it.each([
    ['40 answers', { quizAnswers: answers(40) }, true],
    ['41 answers', { quizAnswers: answers(41) }, false],
    ['a label of 80 characters', { quizAnswers: { ['a'.repeat(80)]: 'Yes' } }, true],
    ['a label of 81', { quizAnswers: { ['a'.repeat(81)]: 'Yes' } }, false],
    ['an answer of 400', { quizAnswers: { Age: 'a'.repeat(400) } }, true],
    ['an answer of 401', { quizAnswers: { Age: 'a'.repeat(401) } }, false],
    ['a goal of 200', { specialGoal: 'a'.repeat(200) }, true],
    ['a goal of 201', { specialGoal: 'a'.repeat(201) }, false],
    ['an email of 254', { email: 'a'.repeat(254) }, true],
    ['an email of 255', { email: 'a'.repeat(255) }, false],
    ['a step of 80', { step: 'a'.repeat(80) }, true],
    ['a step of 81', { step: 'a'.repeat(81) }, false],
    ['a summary of 8000', { answers_summary: 'a'.repeat(8000) }, true],
    ['a summary of 8001', { answers_summary: 'a'.repeat(8001) }, false],
    ['a field of its own', { phone: '1' }, false],
  ])('with %s is accepted: %#', (_, part, isAccepted) => {
    expect(leadRequestSchema.safeParse({ ...lead, ...part }).success).toBe(isAccepted);
  });
});

describe('the body of a new checkout session', () => {
  const body = { planId: 'plan2', email: 'v@example.com', attemptId: 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6' };
  const quizState = { quizAnswers: {}, email: null };

  it.each([
    ['no answers', {}, true],
    ['answers', { quizState }, true],
    [
      'an answer of 401 characters',
      { quizState: { ...quizState, quizAnswers: { Age: 'a'.repeat(401) } } },
      false,
    ],
    ['a field of its own among the answers', { quizState: { ...quizState, phone: '1' } }, false],
    ['a price', { amountMinor: 1 }, false],
    ['a token of 100', { activationToken: 'a'.repeat(100) }, true],
    ['a token of 101', { activationToken: 'a'.repeat(101) }, false],
  ])('with %s is accepted: %#', (_, part, isAccepted) => {
    expect(createCheckoutRequestSchema.safeParse({ ...body, ...part }).success).toBe(isAccepted);
  });
});

describe('a promotion and a new set', () => {
  it.each([
    ['a version', { changes: ['mfe-quiz@1.1.0'] }, true],
    ['a removed remote', { changes: [], remove: ['mfe-survey'] }, true],
    ['both', { changes: ['mfe-quiz@1.1.0'], remove: ['mfe-survey'] }, true],
    ['neither', { changes: [] }, false],
    ['empty lists', { changes: [], remove: [] }, false],
    ['a name without a version', { changes: ['mfe-quiz'] }, false],
    ['a version without a name', { changes: ['@1.1.0'] }, false],
    ['a name that starts with a digit', { changes: ['1-quiz@1.1.0'] }, false],
    ['text before the name', { changes: ['the mfe-quiz@1.1.0'] }, false],
    ['text after the version', { changes: ['mfe-quiz@1.1.0 now'] }, false],
    ['20 versions', { changes: Array.from({ length: 20 }, () => 'mfe-quiz@1.1.0') }, true],
    ['21 versions', { changes: Array.from({ length: 21 }, () => 'mfe-quiz@1.1.0') }, false],
    ['20 removed remotes', { changes: [], remove: Array.from({ length: 20 }, () => 'mfe-survey') }, true],
    ['21 removed remotes', { changes: [], remove: Array.from({ length: 21 }, () => 'mfe-survey') }, false],
  ])('that name %s are accepted: %#', (_, request, isAccepted) => {
    expect(promotionRequestSchema.safeParse(request).success).toBe(isAccepted);
    expect(setRequestSchema.safeParse(request).success).toBe(isAccepted);
  });

  it('say what is missing at the field', () => {
    expect(promotionRequestSchema.safeParse({ changes: [] }).error?.issues).toMatchObject([
      { path: ['changes'], message: 'Name at least one version or remote.' },
    ]);
  });
});

describe('a change of what is live', () => {
  const requests = [
    ['promotion', promotionRequestSchema, { changes: ['mfe-quiz@1.1.0'] }],
    ['rollback', rollbackRequestSchema, {}],
    ['increase of the canary', canaryRequestSchema, { action: 'widen', percent: 20 }],
    ['hold of the canary', canaryRequestSchema, { action: 'hold' }],
    ['end of the canary', canaryRequestSchema, { action: 'stop' }],
  ] as const;

  it.each(requests)('is rejected with a misspelled field: %s', (_, schema, request) => {
    expect(schema.safeParse(request).success).toBe(true);
    expect(schema.safeParse({ ...request, cannary: 10 }).success).toBe(false);
  });

  it.each(requests)('has a note of one line with at most 500 characters: %s', (_, schema, request) => {
    const isAccepted = (note: string) => schema.safeParse({ ...request, note }).success;
    expect(['a'.repeat(500), 'a'.repeat(501), 'one\ntwo', 'one\u001b[2Jtwo'].map(isAccepted)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it.each([
    [1, true],
    [99, true],
    [0, false],
    [100, false],
    [10.5, false],
  ])('gives a canary %d percent: %s', (percent, isAccepted) => {
    const promotion = { changes: ['mfe-quiz@1.1.0'], canary: percent };
    expect(promotionRequestSchema.safeParse(promotion).success).toBe(isAccepted);
    expect(canaryRequestSchema.safeParse({ action: 'widen', percent }).success).toBe(isAccepted);
  });
});

it.each([
  ['the imprint is wrong', 'the imprint is wrong'],
  ['  the imprint is wrong ', 'the imprint is wrong'],
  [null, null],
  ['  ', undefined],
  ['a'.repeat(501), undefined],
  ['one\ntwo', undefined],
])('the reason %j of a deprecation is stored as %j', (reason, stored) => {
  const request = { name: 'mfe-quiz', version: '1.1.0', reason };
  expect(deprecationRequestSchema.safeParse(request).data?.reason).toBe(stored);
});

it.each([
  ['2000 characters', 'a'.repeat(2000), true],
  ['2001 characters', 'a'.repeat(2001), false],
])('a report of a smoke test with %s is accepted: %#', (_, report, isAccepted) => {
  expect(certificationSchema.safeParse({ outcome: 'failed', report }).success).toBe(isAccepted);
});

it.each([
  ['one delivery', { ids: ['a'] }, true],
  ['50 deliveries', { ids: Array.from({ length: 50 }, (_, at) => `${at}`) }, true],
  ['51 deliveries', { ids: Array.from({ length: 51 }, (_, at) => `${at}`) }, false],
  ['no delivery', { ids: [] }, false],
  ['all dead ones of a destination', { destination: 'leads', state: 'dead' }, true],
  ['all of a destination, waiting ones too', { destination: 'leads' }, false],
])('a request to redeliver %s is accepted: %#', (_, request, isAccepted) => {
  expect(redeliveryRequestSchema.safeParse(request).success).toBe(isAccepted);
});

it.each([
  ['https://team.example/hook', true],
  ['http://127.0.0.1:4000/hook', true],
  ['ftp://team.example/hook', false],
  ['javascript:alert(1)', false],
  ['team.example/hook', false],
  [`https://team.example/${'a'.repeat(500)}`, false],
])('the webhook of a team at %s is accepted: %s', (url, isAccepted) => {
  expect(teamWebhookRequestSchema.safeParse({ url }).success).toBe(isAccepted);
});

describe('the state of a history entry', () => {
  it.each([
    [
      { selectedPlan: 'plan3', email: 'v@example.com' },
      { selectedPlan: 'plan3', email: 'v@example.com' },
    ],
    [{ selectedPlan: 'plan9', email: 'v@example.com' }, { email: 'v@example.com' }],
    [{ selectedPlan: 'plan1', email: 7 }, { selectedPlan: 'plan1' }],
    [null, {}],
    ['plan1', {}],
  ])('%j hands over %j', (state, handover) => {
    expect(readHandover(state)).toEqual(handover);
  });
});
