import { claims, type ClaimId } from '@funnel/contracts/claims';

import { contentIn, questionIn, slideIn } from './src/content/content.ts';
import { screens, type Screen } from './src/flow.ts';
import { topBarOf } from './src/top-bar.ts';

const locale = 'en';
const paths = screens.map(({ path }) => path);

const claimOf = (screen: Screen): ClaimId | undefined =>
  screen.kind === 'slide' ? slideIn(locale, screen).titleClaim : undefined;

function titleOf(screen: Screen): string {
  switch (screen.kind) {
    case 'choice':
    case 'multi-choice':
      return questionIn(locale, screen).copy.title;
    case 'slide': {
      const claim = claimOf(screen);
      return claim ? claims[claim].text[locale] : slideIn(locale, screen).title;
    }
    case 'loading':
    case 'email':
      return contentIn(locale)[screen.kind].title;
  }
}

/** `/loading` depends on a clock, and a claim depends on a setting that the build does not know. */
const isSameForAll = (screen: Screen) => screen.kind !== 'loading' && claimOf(screen) === undefined;

export default {
  name: 'mfe-quiz',
  module: './src/quiz.remote.tsx',
  paths,
  widgets: [],
  screens: paths,
  firstScreens: screens
    .filter(isSameForAll)
    .map((screen) => ({ path: screen.path, title: titleOf(screen), topBar: topBarOf(screen) })),
};
