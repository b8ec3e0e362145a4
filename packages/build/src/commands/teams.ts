import { buildChanged } from '../product/build-changed.ts';
import { runPlaywright } from '../testing/suites.ts';
import { findBrowser } from './find-browser.ts';
import { log, readArguments } from './command-line.ts';

readArguments('Usage: npm run teams', {});

const browser = findBrowser(log);
await buildChanged(log);
// Playwright prints each step with its time.
process.env['PLAYWRIGHT_LIST_PRINT_STEPS'] = '1';
const specs = ['own-product/teams.spec.ts', 'own-product/quiz-outside.spec.ts'];
// One after the other, because both compile the packages.
const { failed } = runPlaywright(process.execPath, browser, ['--workers', '1', ...specs]);
process.exitCode = failed > 0 ? 1 : 0;
