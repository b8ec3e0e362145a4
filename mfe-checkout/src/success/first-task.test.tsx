import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { ThankYou } from './thank-you.tsx';

it('shows the seven days of the first task by the answers, and offers to print them', () => {
  const quizAnswers = {
    'Trading Experience': 'YES',
    'Preferred Trading Tools': 'AI trading coach',
    'Daily Time Commitment': '20 min/day',
  };
  const state = { ...noopShell.state, get: () => ({ specialGoal: null, email: null, quizAnswers }) };
  const markup = markupOf(<ThankYou planName="4-WEEK PLAN" email={null} />, { state });
  expect(markup).toContain('Your first 7-day trading task');
  expect(markup).toContain('about 20 minutes a day');
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
