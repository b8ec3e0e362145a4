import { emptyFunnelState, type FunnelState } from '@funnel/contracts/funnel-state';

import { answerAction, chosenAnswers, hasAnswered, resumePath, shownAnswer } from './answers.ts';
import { languages } from './content/content.ts';
import { screenAt } from './flow.ts';
import { recordQueryAnswers } from './query-answers.ts';

const visitor = (parts: Partial<FunnelState>): FunnelState => ({ ...emptyFunnelState, ...parts });

describe('the path at which a visitor resumes', () => {
  test.each([
    ['is the screen after the last answer', { quizAnswers: { Age: '25-34' } }, '/stats-slide'],
    [
      'follows the furthest answer, even if earlier ones are missing',
      { quizAnswers: { 'Income Goal': 'x', Age: 'y' } },
      '/info-3',
    ],
    ['treats the goal as an answer', { quizAnswers: { Age: '25-34' }, specialGoal: 'Vacation' }, '/step-16'],
    [
      'is the offer after the last answer if the email was submitted',
      { quizAnswers: { Age: '25-34', 'Daily Time Commitment': '5 min/day' }, email: 'a@b.co' },
      '/final',
      true,
    ],
    [
      'is the end of the quiz if only a link has given the email',
      { quizAnswers: { Age: '25-34', 'Daily Time Commitment': '5 min/day' }, email: 'a@b.co' },
      '/loading',
    ],
    [
      'is the end of the quiz if the email is missing',
      { quizAnswers: { 'Daily Time Commitment': '5 min/day' } },
      '/loading',
    ],
    [
      'is the screen after the last answer, even if a link provided the email',
      { quizAnswers: { 'Trading Experience': 'NO', Age: '25-34' }, email: 'a@b.co' },
      '/stats-slide',
    ],
    [
      'is the screen after the last answer, even if the email was submitted',
      { quizAnswers: { Age: '25-34' }, email: 'a@b.co' },
      '/stats-slide',
      true,
    ],
    ['is the start if only foreign answers are stored', { quizAnswers: { Foreign: 'x' } }, '/'],
  ])('%s', (_, parts, path, hasSubmittedEmail = false) => {
    expect(resumePath(visitor(parts), hasSubmittedEmail)).toBe(path);
  });
});

test.each([
  ['an answer', { quizAnswers: { Age: '25-34' } }, true],
  ['the goal', { specialGoal: 'Vacation' }, true],
  ['an email', { email: 'a@b.co' }, false],
  ['a foreign answer', { quizAnswers: { Foreign: 'x' } }, false],
])('detects recorded answers: %s', (_, parts, isAnswer) => {
  expect(hasAnswered(visitor(parts))).toBe(isAnswer);
});

test('finds an answer by its screen', () => {
  const state = visitor({ quizAnswers: { 'Daily Time Commitment': '10 min/day' }, specialGoal: 'Vacation' });
  expect([
    shownAnswer('en', '/step-16', state),
    shownAnswer('en', '/step-15', state),
    shownAnswer('en', '/step-1', state),
  ]).toEqual(['10 min/day', 'Vacation', null]);
});

test('shows an answer in the visitor’s language, one that is no option as recorded, and none for a screen without a question', async () => {
  await languages.de?.();
  const state = visitor({ quizAnswers: { 'Companies of Interest': 'Tesla, Netflix', Age: 'unknown' } });
  expect(
    shownAnswer('de', '/step-16', visitor({ quizAnswers: { 'Daily Time Commitment': '10 min/day' } })),
  ).toBe('10\u00a0Min. am Tag');
  expect(shownAnswer('en', '/step-10', state)).toBe('Tesla, Netflix');
  expect(shownAnswer('en', '/step-1', state)).toBe('unknown');
  expect(shownAnswer('en', '/info-1', state)).toBeNull();
});

test('several answers of one screen are recorded as one text and read as several', () => {
  const screen = screenAt('/step-10');
  if (screen?.kind !== 'multi-choice') throw new Error('/step-10 has no options to combine');
  expect(answerAction(screen, ['Netflix', 'Tesla'])).toEqual({
    type: 'funnel/questionAnswered',
    payload: { label: 'Companies of Interest', answer: 'Netflix, Tesla' },
  });
  const state = visitor({ quizAnswers: { 'Companies of Interest': 'Netflix, Tesla' } });
  expect(chosenAnswers(screen, state)).toEqual(['Netflix', 'Tesla']);
});

test('one answer that contains a comma stays one', () => {
  const screen = screenAt('/step-1');
  if (screen?.kind !== 'choice') throw new Error('/step-1 is no question');
  expect(chosenAnswers(screen, visitor({ quizAnswers: { Age: '18, or 19' } }))).toEqual(['18, or 19']);
});

describe('an answer in the query', () => {
  const take = (value: string | null) => {
    const shell = { takeQuery: jest.fn(() => value), dispatch: jest.fn() };
    recordQueryAnswers(shell);
    return shell;
  };

  test('is removed from the URL and recorded', () => {
    const shell = take('NO');
    expect(shell.takeQuery.mock.calls).toEqual([['traded']]);
    expect(shell.dispatch.mock.calls).toEqual([
      [{ type: 'funnel/questionAnswered', payload: { label: 'Trading Experience', answer: 'NO' } }],
    ]);
  });

  test('is ignored if it is not one of the options', () => {
    expect(take('<script>').dispatch).not.toHaveBeenCalled();
    expect(take(null).dispatch).not.toHaveBeenCalled();
  });
});
