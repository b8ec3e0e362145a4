import { setImmediate as nextTurn } from 'node:timers/promises';

import { inspectContent } from '@funnel/releases/registry/inspect-content';

import { testQuiz } from './release.testkit.ts';

const topBar = { back: null, counter: null, progress: null, hidden: false };

/** A build whose first screens have this HTML. */
const buildOf = (htmls: readonly string[]) =>
  testQuiz('6.6.6', { firstScreens: htmls.map((html) => ({ path: '/', title: 'T', topBar, html })) })
    .manifest;

/** Returns how often the event loop handles other work until the findings are there, and the findings. */
async function turnsDuring(work: Promise<readonly (string | readonly string[])[]>) {
  let isOver = false;
  const findings = work.finally(() => (isOver = true));
  let turns = 0;
  for (; !isOver; turns++) await nextTurn();
  return { turns, findings: (await findings).flat() };
}

it('checks a start tag with thousands of attributes in parts, between which requests are handled', async () => {
  const names = Array.from({ length: 20_000 }, (_, at) => at).join(' ');
  const html = `<p ${names}></p>`;
  expect(html.length).toBeGreaterThan(12 * 8192);
  const { turns, findings } = await turnsDuring(inspectContent(buildOf([html])));
  expect(findings).toEqual(['The first screen of / has <p 0> at line 1, column 1, which is not allowed.']);
  // 13 parts of 8,192 characters.
  expect(turns).toBeGreaterThanOrEqual(13);
});

it('checks the screens of many builds one after the other, and handles requests between any two of them', async () => {
  const builds = Array.from({ length: 10 }, () => buildOf(Array.from({ length: 5 }, () => '<p>Hello</p>')));
  const { turns, findings } = await turnsDuring(Promise.all(builds.map((build) => inspectContent(build))));
  expect(findings).toEqual([]);
  expect(turns).toBeGreaterThanOrEqual(50);
});
