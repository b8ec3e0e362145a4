import { describeJudgment } from './describe-judgment.ts';
import { anExperiment } from './experiment.testkit.ts';
import type { ArmComparison, Judgment } from './judge-experiment.ts';

const counts = [{ visitors: 6_200 }, { visitors: 6_200 }];
const say = (judgment: Judgment) => describeJudgment(anExperiment, counts, judgment);
const compared = (outcome: 'more' | 'fewer' | 'unclear', low: number, high: number): Judgment => ({
  status: 'compared',
  comparisons: [{ arm: 'dialog', outcome, worse: [], difference: { low, high } }],
});
const progress = 'Planned 12,000 visitors, seen 12,400.';
const harmless = 'Failures, slow page loads, refunds and disputes are not shown to be worse.';

it.each([
  ['more', 0.0083, 0.0312, 'dialog sells 0.8 to 3.1 points more than page.'],
  ['fewer', -0.0312, -0.0083, 'dialog sells 0.8 to 3.1 points less than page.'],
  [
    'unclear',
    -0.004,
    0.012,
    'No certain difference between dialog and page: from 0.4 points less to 1.2 points more.',
  ],
] as const)('says %s in words, with what was planned', (outcome, low, high, sentence) => {
  expect(say(compared(outcome, low, high))).toBe(`${sentence} ${progress} ${harmless}`);
});

it('says nothing of the harm while nothing is known', () => {
  expect(say(compared('unclear', -Infinity, Infinity))).toBe(
    `Nothing is known about dialog yet. ${progress}`,
  );
});

it('says why an arm is held back, and nothing of its sales', () => {
  const held: ArmComparison = {
    arm: 'dialog',
    outcome: 'held-back',
    worse: ['refunds', 'disputes'],
    difference: { low: 0.01, high: 0.02 },
  };
  expect(say({ status: 'compared', comparisons: [held] })).toBe(
    'dialog is held back: it has more refunds and disputes than page. Planned 12,000 visitors, seen 12,400.',
  );
});

it('says nothing of the arms if the assignment is skewed', () => {
  expect(say({ status: 'skewed', arm: 'dialog' })).toBe(
    'Visitors were not assigned by the weights, as the number of dialog shows, so nothing can be said about the arms. Planned 12,000 visitors, seen 12,400.',
  );
});
