import { buildChanged } from '../product/build-changed.ts';
import { failSkippedInCi } from '../testing/suites.ts';
import { testOnNode } from '../testing/test-on-node.ts';
import { findBrowser } from './find-browser.ts';
import { log, exitWithUsage, readArguments } from './command-line.ts';

const usage = 'Usage: npm run test:node -- <major version>, such as 24';
const [major = '', ...more] = readArguments(usage, { allowPositionals: true }).positionals;
if (!/^\d\d$/.test(major) || more.length > 0) exitWithUsage(usage, 'Give one major version');

const browser = findBrowser(log);
await buildChanged(log);
const { summary, counts } = testOnNode(major, browser, log);
console.log(`\n${summary}`);
process.exitCode = failSkippedInCi(counts).failed > 0 ? 1 : 0;
