import { readStoredState, type StoredKey } from './stored-state.ts';

/** What the shell reads from local storage with this content, and what it reports. */
function readFrom(content: Partial<Record<StoredKey, string>>) {
  const reports: string[] = [];
  const state = readStoredState(
    (key) => content[key] ?? null,
    (message) => reports.push(message),
  );
  return { state, reports };
}

const nothing = { specialGoal: null, email: null, quizAnswers: {} };
const invalid = ['Could not load data from localStorage'];
const letters = (count: number) => 'a'.repeat(count);

describe('the stored state', () => {
  it.each([
    ['a goal of 200 characters', { specialGoal: letters(200) }],
    ['an answer of 400 characters', { quizAnswers: { Age: letters(400) } }],
    ['a label of 80 characters', { quizAnswers: { [letters(80)]: 'Yes' } }],
    [
      '40 answers',
      { quizAnswers: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`Question ${at}`, 'Yes'])) },
    ],
  ])('keeps %s', (_, expected) => {
    const { specialGoal, quizAnswers } = { ...nothing, ...expected };
    const content = {
      ...(specialGoal && { specialGoal }),
      quizAnswers: JSON.stringify(quizAnswers),
    };
    expect(readFrom(content)).toEqual({ state: { ...nothing, ...expected }, reports: [] });
  });

  it('keeps what can be read beside a key that cannot', () => {
    const report = jest.fn();
    const read = (key: StoredKey) => {
      if (key === 'specialGoal') throw new Error('The operation is insecure.');
      return key === 'email' ? 'visitor@example.com' : null;
    };
    expect(readStoredState(read, report)).toEqual({ ...nothing, email: 'visitor@example.com' });
    expect(report.mock.calls).toEqual([invalid]);
  });

  it('ignores and reports a goal of 201 characters', () => {
    expect(readFrom({ specialGoal: letters(201) })).toEqual({ state: nothing, reports: invalid });
  });

  it.each(['\u0000', 'Vacation\u0000', 'Vacation\n', '\u0085'])(
    'ignores and reports the goal %j',
    (specialGoal) => {
      expect(readFrom({ specialGoal })).toEqual({ state: nothing, reports: invalid });
    },
  );

  it.each([
    ['an answer with a control character', { Age: '25-34\u0000' }],
    ['a label with a control character', { 'Age\u0000': '25-34' }],
    ['an answer of 401 characters', { Age: letters(401) }],
    ['a label of 81 characters', { [letters(81)]: 'Yes' }],
    ['an answer that is no text', { Age: 25 }],
    ['an answer that is a list', { Age: ['25-34'] }],
  ])('leaves out and reports %s, and keeps the other answers', (_, answers) => {
    const { state, reports } = readFrom({ quizAnswers: JSON.stringify({ ...answers, Income: 'Other' }) });
    expect(state).toEqual({ ...nothing, quizAnswers: { Income: 'Other' } });
    expect(reports).toEqual(invalid);
  });

  it('keeps the first 40 of 41 answers, and reports the rest', () => {
    const answers = Array.from({ length: 41 }, (_, at) => [`Question ${at}`, 'Yes']);
    const { state, reports } = readFrom({ quizAnswers: JSON.stringify(Object.fromEntries(answers)) });
    expect(Object.keys(state.quizAnswers)).toHaveLength(40);
    expect(state.quizAnswers).not.toHaveProperty('Question 40');
    expect(reports).toEqual(invalid);
  });

  it.each(['null', '"25-34"', '25', '["25-34"]', '{"Age":'])(
    'ignores and reports answers that are %s',
    (quizAnswers) => {
      expect(readFrom({ quizAnswers })).toEqual({ state: nothing, reports: invalid });
    },
  );

  it('reads an email without white space around it, and no other text', () => {
    expect(readFrom({ email: ' v@example.com ' }).state.email).toBe('v@example.com');
    expect(readFrom({ email: 'v@example' })).toEqual({ state: nothing, reports: invalid });
  });
});
