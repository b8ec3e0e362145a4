import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { Assessment } from './assessment.tsx';
import { Profile } from './profile.tsx';

const withAnswers = (quizAnswers: Record<string, string>) => ({
  state: { ...noopShell.state, get: () => ({ specialGoal: null, email: null, quizAnswers }) },
});
const textOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

const answers = {
  'Trading Experience': 'NO',
  'Trading Knowledge': "I've heard about it",
  'Financial Confidence': 'Very confident',
  'Financial Situation': "I'm comfortable",
  'Daily Time Commitment': '15 min/day',
};

it('shows the score of the answers, what it is made of, and that it predicts no results', () => {
  // 5 + 12 + 15 + 15 + 0 + 12
  const text = textOf(markupOf(<Assessment />, withAnswers(answers)));
  expect(text).toContain('Your success assessment 59 of 100 today');
  expect(text).toContain('It does not predict results of trading.');
  expect(text).toContain(
    'What the score is made of Trading experience 5 of 15 Trading knowledge 12 of 20 Financial situation 15 of 15' +
      ' Confidence about your finances 15 of 15 Readiness to trade 0 of 20 Daily time 12 of 15',
  );
});

it('shows no score without answers', () => {
  expect(markupOf(<Assessment />)).toBe('');
});

it('shows the score to a visitor of whom nothing else is known than an answer that counts', () => {
  const text = textOf(markupOf(<Profile email={null} />, withAnswers({ 'Trading Experience': 'NO' })));
  expect(text).toContain('5 of 100 today');
  expect(markupOf(<Profile email={null} />, withAnswers({}))).toBe('');
});
