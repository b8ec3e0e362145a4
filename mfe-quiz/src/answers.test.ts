import { emptyFunnelState, type FunnelState } from '@funnel/contracts/funnel-state';

import { recordedAnswer, hasAnswered, resumePath } from './answers.ts';
import { recordQueryAnswers } from './query-answers.ts';

const visitor = (parts: Partial<FunnelState>): FunnelState => ({ ...emptyFunnelState, ...parts });

describe('going on where the visitor stopped', () => {
  test.each([
    ['the screen after the last answer', { quizAnswers: { Age: '25-34' } }, '/stats-slide'],
    [
      'the furthest answer, also when earlier ones are missing',
      { quizAnswers: { 'Income Goal': 'x', Age: 'y' } },
      '/info-3',
    ],
    ['the goal counts as an answer', { quizAnswers: { Age: '25-34' }, specialGoal: 'Vacation' }, '/step-16'],
    [
      'the offer, once the last question is answered and the e-mail is known',
      { quizAnswers: { Age: '25-34', 'Daily Time Commitment': '5 min/day' }, email: 'a@b.co' },
      '/final',
    ],
    [
      'the end of the quiz, where the e-mail is still to be given',
      { quizAnswers: { 'Daily Time Commitment': '5 min/day' } },
      '/loading',
    ],
    [
      'the screen after the last answer, also when the e-mail came with the link',
      { quizAnswers: { 'Trading Experience': 'NO', Age: '25-34' }, email: 'a@b.co' },
      '/stats-slide',
    ],
    ['the start, when nothing of ours is on record', { quizAnswers: { Foreign: 'x' } }, '/'],
  ])('%s', (_, parts, path) => {
    expect(resumePath(visitor(parts))).toBe(path);
  });
});

test.each([
  ['an answer', { quizAnswers: { Age: '25-34' } }, true],
  ['the goal', { specialGoal: 'Vacation' }, true],
  ['an e-mail address', { email: 'a@b.co' }, false],
  ['what is not of ours', { quizAnswers: { Foreign: 'x' } }, false],
])('whether there is something to come back to: %s', (_, parts, isAnswer) => {
  expect(hasAnswered(visitor(parts))).toBe(isAnswer);
});

test('an answer is found by its screen', () => {
  const state = visitor({ quizAnswers: { 'Daily Time Commitment': '10 min/day' }, specialGoal: 'Vacation' });
  expect([
    recordedAnswer('/step-16', state),
    recordedAnswer('/step-15', state),
    recordedAnswer('/step-1', state),
  ]).toEqual(['10 min/day', 'Vacation', null]);
});

describe('an answer given before any script ran', () => {
  const take = (given: string | null) => {
    const shell = { takeQuery: jest.fn(() => given), dispatch: jest.fn() };
    recordQueryAnswers(shell);
    return shell;
  };

  test('is taken from the address and recorded', () => {
    const shell = take('NO');
    expect(shell.takeQuery.mock.calls).toEqual([['traded']]);
    expect(shell.dispatch.mock.calls).toEqual([
      [{ type: 'funnel/questionAnswered', payload: { label: 'Trading Experience', answer: 'NO' } }],
    ]);
  });

  test('is dropped when it is none of the options', () => {
    expect(take('<script>').dispatch).not.toHaveBeenCalled();
    expect(take(null).dispatch).not.toHaveBeenCalled();
  });
});
