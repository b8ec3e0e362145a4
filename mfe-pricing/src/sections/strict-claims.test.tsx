import { claims } from '@funnel/contracts/claims';
import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { Profile } from './profile.tsx';
import { Program } from './program.tsx';
import { Reviews } from './reviews.tsx';

const state = {
  ...noopShell.state,
  get: () => ({ specialGoal: 'Vacation', email: null, quizAnswers: {} }),
};
const strict = { ...noopShell.config, claims: 'strict' } as const;

it('states the goal, but no chance of reaching it, if the setting is strict', () => {
  expect(markupOf(<Profile email={null} />, { state })).toContain(
    'You have a high chance of achieving your goal of Vacation',
  );
  const markup = markupOf(<Profile email={null} />, { state, config: strict });
  expect(markup).toContain('Your goal: Vacation');
  expect(markup).not.toMatch(/chance/i);
});

it('shows no review if the setting is strict', () => {
  expect(markupOf(<Reviews />)).toContain('4 of 5 stars');
  expect(markupOf(<Reviews />, { config: strict })).toBe('');
});

it.each([
  ['the score', 'reviewScore', '4.6 of 5 stars'],
  ['the badge', 'usersChoice', 'Users’ choice'],
] as const)(
  'shows %s without the reviews if the setting is strict and only it has a source',
  (_, id, text) => {
    const withSource = (source: string | null) => Object.assign(claims[id], { source });
    withSource('https://example.com/evidence');
    const markup = markupOf(<Reviews />, { config: strict });
    withSource(null);
    expect(markup).toContain(text);
    expect(markup).not.toMatch(/figure|region/);
  },
);

it('has the warning about risk beside "Start with $20"', () => {
  expect(markupOf(<Program />)).toContain(
    'For education only. Trading carries a high risk of losing capital.',
  );
});
