import { contentIn, questionIn, slideIn } from './src/content/content.ts';
import { screens, type Screen } from './src/flow.ts';
import { topBarOf } from './src/top-bar.ts';

const paths = screens.map(({ path }) => path);

function hasClaim(screen: Screen): boolean {
  if (screen.kind === 'slide') return slideIn('en', screen).titleClaim !== undefined;
  return screen.kind === 'choice' && questionIn('en', screen).copy.subClaim !== undefined;
}

/** What the screen asks or says, without claims. */
function titleOf(screen: Screen): string {
  if (screen.kind === 'slide') return slideIn('en', screen).title;
  if (screen.kind === 'loading' || screen.kind === 'email') return contentIn('en')[screen.kind].title;
  return questionIn('en', screen).copy.title;
}

/** `/loading` depends on a clock, and a claim depends on a setting that the build does not know. */
const isSameForAll = (screen: Screen) => screen.kind !== 'loading' && !hasClaim(screen);

export default {
  name: 'mfe-quiz',
  module: './src/quiz.remote.tsx',
  paths,
  widgets: ['unsent-lead'],
  screens: paths,
  firstScreens: screens
    .filter(isSameForAll)
    .map((screen) => ({ path: screen.path, topBar: topBarOf(screen) })),
  titles: Object.fromEntries(
    screens.filter((screen) => !isSameForAll(screen)).map((screen) => [screen.path, titleOf(screen)]),
  ),
};
