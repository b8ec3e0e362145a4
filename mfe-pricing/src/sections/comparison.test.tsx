import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';
import { TooltipProvider } from '@funnel/ui/tooltip';

import { Comparison } from './comparison.tsx';

/** Each side with its sliders: their titles, their levels as read to screen readers and as shown, and their ends. */
function slidersFor(quizAnswers: Record<string, string>) {
  const markup = markupOf(<Comparison />, {
    // Without the badge on the goal, whose tooltip needs the page around it.
    config: { ...noopShell.config, claims: 'strict' },
    state: { ...noopShell.state, get: () => ({ specialGoal: null, email: null, quizAnswers }) },
  });
  return markup
    .split('<h3>')
    .slice(1)
    .flatMap((side) => {
      const shown = [...side.matchAll(/data-level="(\d)"/g)].map(([, level]) => level);
      const texts = side.replaceAll(/<[^>]*>/g, '|').split(/\|+/);
      const [name, ...sliders] = texts.slice(0, 9);
      return [0, 4].map((start, index) => [name, ...sliders.slice(start, start + 4), shown[index]]);
    });
}

it('compares Now and Goal by two sliders from Low to High, without answers from the lowest level', () => {
  expect(slidersFor({})).toEqual([
    ['Now', 'Trading skills', ': Low', 'Low', 'High', '1'],
    ['Now', 'Financial confidence', ': Low', 'Low', 'High', '1'],
    ['Goal', 'Trading skills', ': High', 'Low', 'High', '5'],
    ['Goal', 'Financial confidence', ': High', 'Low', 'High', '5'],
  ]);
});

it.each([
  {
    answers: {
      'Trading Experience': 'NO',
      'Trading Knowledge': "I've heard about it",
      'Financial Confidence': 'Very confident',
      'Financial Situation': "I'm comfortable",
    },
    // 5 + 12 of 35 points, and 15 + 15 of 30.
    skills: [': Rather low', '2'],
    confidence: [': Rather high', '4'],
  },
  {
    answers: {
      'Trading Experience': 'YES',
      'Trading Knowledge': "I've heard about it",
      'Financial Confidence': 'Not confident at all',
      'Financial Situation': 'I struggle to reach my financial goals',
    },
    // 15 + 12 of 35 points, and 5 + 5 of 30.
    skills: [': Medium', '3'],
    confidence: [': Rather low', '2'],
  },
])(
  'puts Now where the answers put it, below Goal: $skills, $confidence',
  ({ answers, skills, confidence }) => {
    const levels = slidersFor(answers).map(([side, title, read, , , shown]) => [side, title, read, shown]);
    expect(levels).toEqual([
      ['Now', 'Trading skills', ...skills],
      ['Now', 'Financial confidence', ...confidence],
      ['Goal', 'Trading skills', ': High', '5'],
      ['Goal', 'Financial confidence', ': High', '5'],
    ]);
  },
);

it('has the badge on the goal, and none beside the level of today', () => {
  const markup = markupOf(
    <TooltipProvider>
      <Comparison />
    </TooltipProvider>,
  );
  const [, now, goal] = markup.split('<h3>').map((side) => side.replace(/<[^>]*>/g, '|'));
  expect(now).toMatch(/^Now/);
  expect(now).not.toContain('+75%');
  expect(goal).toMatch(/^Goal.*\+75%/);
});
