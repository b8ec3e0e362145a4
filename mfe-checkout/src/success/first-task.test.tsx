import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { languages } from '../content/content.ts';
import { ThankYou } from './thank-you.tsx';

const withAnswers = (quizAnswers: Record<string, string>) => ({
  state: { ...noopShell.state, get: () => ({ specialGoal: null, email: null, quizAnswers }) },
});

it('shows the seven days of the first task by the answers, and offers to print them', () => {
  const quizAnswers = {
    'Trading Experience': 'YES',
    'Preferred Trading Tools': 'AI trading coach',
    'Daily Time Commitment': '20 min/day',
  };
  const markup = markupOf(<ThankYou planName="4-WEEK PLAN" email={null} />, withAnswers(quizAnswers));
  expect(markup).toContain('Your first 7-day trading task');
  expect(markup).toContain('Based on your answers, about 20 minutes a day.');
  expect(
    [...markup.matchAll(/<strong>(.*?)<\/strong>(.*?)<\/li>/g)].map(([, day, line]) => [day, line]),
  ).toEqual([
    ['Day 1', 'Write down the rules that you trade by now: entry, exit and risk.'],
    ['Day 2', 'Read one chart on two time frames and note where they disagree.'],
    ['Day 3', 'Ask the AI trading coach about one thing that is still unclear.'],
    ['Day 4', 'Open your personal learning plan and finish its first lesson.'],
    ['Day 5', 'Place one practice order in the simulator, with a stop loss.'],
    ['Day 6', 'Read today’s trading tip and find one chart where it applies.'],
    ['Day 7', 'Compare your practice trades with your rules and change one rule.'],
  ]);
  expect(markup).toMatch(/<button[^>]*>Print this task<\/button>/);
});

it('names the chosen minutes as those of the answers, others not, and no other duration', async () => {
  await languages.de?.();
  const durations = (answers: Record<string, string>, locale: 'en' | 'de') =>
    markupOf(<ThankYou planName="4-WEEK PLAN" email={null} />, { ...withAnswers(answers), locale })
      .replaceAll('\u00a0', ' ')
      .match(/[^.>]*\b(minutes|Minuten)\b[^.<]*/g);
  const chosen = { 'Daily Time Commitment': '20 min/day' };
  expect(durations(chosen, 'en')).toEqual(['Based on your answers, about 20 minutes a day']);
  expect(durations({}, 'en')).toEqual(['About 10 minutes a day']);
  expect(durations(chosen, 'de')).toEqual(['Nach Ihren Antworten ausgewählt, etwa 20 Minuten am Tag']);
  expect(durations({}, 'de')).toEqual(['Etwa 10 Minuten am Tag']);
});
