import {
  answersSummary,
  emailGiven,
  emptyFunnelState,
  goalChosen,
  questionAnswered,
  startedOver,
} from './funnel-state.ts';

describe('the visitor’s answers', () => {
  it('are one line for the lead webhook, in the order of the questions', () => {
    const quizAnswers = { 'Financial Situation': "I'm comfortable", 'Trading Readiness': 'Ready' };
    expect(answersSummary({ ...emptyFunnelState, quizAnswers })).toBe(
      "Financial Situation: I'm comfortable, Trading Readiness: Ready",
    );
    expect(answersSummary(emptyFunnelState)).toBe('');
  });

  // Published remotes dispatch these actions to any later shell.
  it('change by actions of a fixed form', () => {
    expect([
      questionAnswered('Age', '25-34'),
      goalChosen('Vacation'),
      emailGiven('v@example.com'),
      startedOver(),
    ]).toEqual([
      { type: 'funnel/questionAnswered', payload: { label: 'Age', answer: '25-34' } },
      { type: 'funnel/goalChosen', payload: 'Vacation' },
      { type: 'funnel/emailGiven', payload: 'v@example.com' },
      { type: 'funnel/startedOver' },
    ]);
  });
});
