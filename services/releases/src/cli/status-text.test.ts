import type { CanaryPlan } from '@funnel/contracts/canary-stages';
import type { ReleaseSetRecord } from '@funnel/contracts/release-management';

import { statusResult } from './status-text.ts';

const noon = Date.UTC(2026, 0, 15, 12);
const deprecatedQuiz = { name: 'mfe-quiz', version: '1.1.0', reason: 'it loses answers' };
const deprecatedShell = { name: 'shell', version: '2.0.0', reason: 'it is slow' };

const setOf = (number: number, quiz: string, deprecated: ReleaseSetRecord['deprecated'] = []) => ({
  id: `set-${number}`,
  number,
  members: { 'mfe-quiz': quiz, shell: '2.0.0' },
  createdAt: noon,
  withdrawnAt: null,
  certification: null,
  deprecated,
});

const withCanary = (plan: CanaryPlan | null = null) => ({
  channel: 'production',
  set: setOf(1, '1.0.0'),
  canary: { set: setOf(2, '1.1.0'), percent: 10, startedAt: noon + 60_000, plan },
});

it('says that nothing is live', () => {
  expect(statusResult({ channel: 'production', set: null, canary: null })).toMatchObject({
    text: 'production: nothing is live yet',
    warnings: [],
  });
});

it('lists the versions of the stable set', () => {
  expect(statusResult({ channel: 'production', set: setOf(1, '1.0.0'), canary: null }).text).toBe(
    [
      'production: set set-1 (number 1, created 2026-01-15T12:00:00.000Z)',
      '  mfe-quiz  1.0.0',
      '  shell     2.0.0',
    ].join('\n'),
  );
});

it('names the version of the canary where it differs', () => {
  expect(statusResult(withCanary()).text).toBe(
    [
      'production: set set-1 (number 1, created 2026-01-15T12:00:00.000Z)',
      '            stable  canary set-2, 10 % since 2026-01-15T12:01:00.000Z',
      '  mfe-quiz  1.0.0   1.1.0',
      '  shell     2.0.0',
    ].join('\n'),
  );
});

it('names an app that only one of the two sets has', () => {
  const status = withCanary();
  const set = { ...status.set, members: { ...status.set.members, 'mfe-old': '1.0.0' } };
  const canarySet = { ...status.canary.set, members: { ...status.canary.set.members, 'mfe-new': '0.1.0' } };
  const { text } = statusResult({ ...status, set, canary: { ...status.canary, set: canarySet } });
  expect(text.split('\n').slice(2)).toEqual([
    '  mfe-quiz  1.0.0   1.1.0',
    '  shell     2.0.0',
    '  mfe-old   1.0.0   none',
    '  mfe-new   none    0.1.0',
  ]);
});

const stages = [
  { percent: 10, minutes: 60 },
  { percent: 50, minutes: 60 },
];

it.each<[string, Partial<CanaryPlan>, string]>([
  ['is in its first stage', {}, 'canary stage 1 of 2, 50 % at 2026-01-15T12:00:00.000Z'],
  [
    'is in its last stage',
    { current: 1 },
    'canary stage 2 of 2, promoted to all at 2026-01-15T12:00:00.000Z',
  ],
  ['is held', { dueAt: null, heldBecause: 'ada waits.' }, 'canary stage 1 of 2, held: ada waits.'],
])('says what comes next for a canary that %s', (_, change, expected) => {
  const plan = { stages, current: 0, dueAt: noon, heldBecause: null, remainingMs: 0, ...change };
  expect(statusResult(withCanary(plan)).text.split('\n').at(-1)).toBe(`  ${expected}`);
});

it('warns once of each deprecated version of either set', () => {
  const set = setOf(1, '1.0.0', [deprecatedShell]);
  const canary = {
    set: setOf(2, '1.1.0', [deprecatedQuiz, deprecatedShell]),
    percent: 10,
    startedAt: noon,
    plan: null,
  };
  expect(statusResult({ channel: 'production', set, canary }).warnings).toEqual([
    'shell@2.0.0 is deprecated: it is slow',
    'mfe-quiz@1.1.0 is deprecated: it loses answers',
  ]);
});
