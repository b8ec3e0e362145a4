import { claims } from '@funnel/contracts/claims';
import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { slideIn } from './content/content.ts';
import { CurrentScreen } from './current-screen.tsx';
import { screens } from './flow.ts';
import { SlideScreen } from './screens/slide-screen.tsx';

const warning = 'For education only. Trading carries a high risk of losing capital.';

const markupAt = (path: string, claims: 'all' | 'strict') => {
  const screen = screens.find((candidate) => candidate.path === path);
  if (!screen) throw new Error(`no screen ${path}`);
  return markupOf(
    <CurrentScreen
      screen={screen}
      leadSubmission={{
        submit: async () => 'new',
        sendPending: async () => undefined,
        hasSubmitted: async () => false,
      }}
    />,
    { config: { ...noopShell.config, claims } },
  );
};

const paths = screens.map(({ path }) => path);

it.each(paths)('%s shows no claim if the setting is strict', (path) => {
  expect(markupAt(path, 'strict')).not.toMatch(
    /1,000,000|1 million|4\.6|users.{0,6} choice|77 ?%|more likely|in the press|the ledger|market weekly|of 5 stars|Marta/i,
  );
});

it.each([
  ['/stats-slide', ['1,000,000+ people', '4.6', 'In the press', 'The Ledger', 'Daily Signal']],
  ['/info-1', ['77% of people', 'According to a bank survey.']],
  ['/step-15', ['You are more likely to reach your goal']],
  ['/loading', ['1 million+ people', 'Marta, 34']],
])('%s shows its claims by default', (path, texts) => {
  for (const text of texts) expect(markupAt(path, 'all')).toContain(text);
});

function hasClaim(path: string): boolean {
  const shown = markupAt(path, 'all').replaceAll(/<[^>]*>/g, '');
  return Object.values(claims).some(({ text }) => shown.includes(text.en));
}

it.each(paths.filter(hasClaim))('%s has the warning about risk, because it shows a claim', (path) => {
  expect(markupAt(path, 'all')).toContain(warning);
});

it.each(['/', '/info-2', '/step-4', '/step-12', '/step-13'])(
  '%s has the warning about risk, because it speaks of trading as a way to money',
  (path) => {
    expect(markupAt(path, 'all')).toContain(warning);
  },
);

it('shows the badge although the score has no source', () => {
  const screen = screens.find(({ path }) => path === '/stats-slide');
  if (screen?.kind !== 'slide') throw new Error('no slide');
  const markup = markupOf(
    <SlideScreen
      screen={screen}
      copy={slideIn('en', screen)}
      claims={{ title: null, score: null, badge: 'Users’ choice', hasMedia: false, scoreLabel: () => '' }}
      proof=""
      riskNote={null}
      next="Continue"
      onContinue={() => undefined}
    />,
  );
  expect(markup).toContain('Users’ choice');
});
