import { buildTargets } from '../repository.ts';
import { targetsOf } from './faulty-copy.ts';

it.each([
  ['of one app builds that app', ['mfe-quiz/src/quiz.remote.tsx'], ['mfe-quiz']],
  ['of the console builds the console', ['services/console/src/main.tsx'], ['console']],
  ['of two apps builds both', ['shell/src/main.tsx', 'mfe-legal/src/content/en.ts'], ['shell', 'mfe-legal']],
  ['of a service builds no app', ['services/api/src/main.ts'], []],
  ['of a package builds all', ['packages/ui/src/button.tsx'], buildTargets],
  ['of an app and a package builds all', ['shell/src/main.tsx', 'packages/ui/src/button.tsx'], buildTargets],
])('a fault in files %s', (_, files, targets) => {
  expect(targetsOf(files)).toEqual(targets);
});
