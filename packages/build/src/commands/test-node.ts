import { mkdirSync } from 'node:fs';

import { buildChanged } from '../product/build-changed.ts';
import { inRoot } from '../repository.ts';
import { countSkipped } from '../testing/suites.ts';
import { testOnNode } from '../testing/test-on-node.ts';
import { findBrowser } from './find-browser.ts';

const log = (text: string) => console.log(`· ${text}`);
const [major = '', ...more] = process.argv.slice(2);
if (!/^\d\d$/.test(major) || more.length > 0) {
  console.error('Usage: npm run test:node -- <major version>, such as 24');
  process.exit(2);
}

mkdirSync(inRoot('.cache'), { recursive: true });
const browser = findBrowser(log);
await buildChanged(log);
const { summary, counts } = testOnNode(major, browser, log);
console.log(`\n${summary}`);
process.exitCode = countSkipped(counts).failed > 0 ? 1 : 0;
