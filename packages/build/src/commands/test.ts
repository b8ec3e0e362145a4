import { mkdirSync } from 'node:fs';

import { buildChanged } from '../product/build-changed.ts';
import { inRoot } from '../repository.ts';
import { runJest, runPlaywright, showCounts, sum } from '../testing/suites.ts';
import { otherNodes, testOnNode } from '../testing/test-on-node.ts';
import { findBrowser } from './find-browser.ts';

const log = (text: string) => console.log(`· ${text}`);

mkdirSync(inRoot('.cache'), { recursive: true });
const browser = findBrowser(log);
await buildChanged(log);

const unit = runJest(process.execPath);
const endToEnd = runPlaywright(process.execPath, browser);
const others = otherNodes
  .filter((major) => major !== process.versions.node.split('.')[0])
  .map((major) => testOnNode(major, browser, log));

const { passed, failed } = sum([unit, endToEnd, ...others.map(({ counts }) => counts)]);
console.log(
  `\nNode ${process.versions.node}: unit and service: ${showCounts(unit)}; end to end: ${showCounts(endToEnd)}`,
);
for (const { summary } of others) console.log(summary);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
