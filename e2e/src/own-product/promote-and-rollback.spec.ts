import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ShellDefinition } from '@funnel/build/definition';
import { readDefinition } from '@funnel/build/read-definition';
import { inRoot } from '@funnel/build/repository';
import { describeStoredState } from '@funnel/build/shell/describe-stored-state';
import type { Browser, Page } from '@playwright/test';

import { buildEdited, copyEdited, relabelBuild, release } from '../support/builds.ts';
import { expect, test, type Funnel } from '../support/funnel.ts';
import { heading } from '../support/journey.ts';

test.use({ productName: 'a quiz that is promoted and rolled back' });

const newVersion = '901.1.0';
/** The quiz team's changes: the text of a question, and a new slide, which does not build without its text in each language. */
const changes = [
  { file: 'src/content/en.ts', from: 'How old are you?', to: 'What is your age?' },
  {
    file: 'src/content/en.ts',
    from: 'slides: {',
    to: "slides: {\n    '/why-practise': { title: 'Practice comes first' },",
  },
  {
    file: 'src/content/de.ts',
    from: 'slides: {',
    to: "slides: {\n    '/why-practise': { title: 'Erst üben' },",
  },
  {
    file: 'src/flow.ts',
    from: /\{\s*path: '\/step-1',/,
    to: "{ path: '/why-practise', kind: 'slide' },\n  {\n    path: '/step-1',",
  },
];

/** A deployment is visible within this time after the command has returned. */
const promptly = { timeout: 2000 };

/** The shell's script in the document, with its hash. It loads others later. */
async function shellFiles(page: Page, funnel: Funnel): Promise<Record<string, string>> {
  const addresses = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLScriptElement>('script[src][defer]')].map(({ src }) => src),
  );
  const shell = addresses.filter((address) => address.startsWith(`${funnel.url}/assets/`));
  const hashes = shell.map(async (address): Promise<[string, string]> => {
    const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());
    return [address, createHash('sha256').update(bytes).digest('hex')];
  });
  return Object.fromEntries(await Promise.all(hashes));
}

async function freshPage(browser: Browser, address: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(address);
  return page;
}

test('one team ships a new text and a new path, which are promoted and rolled back while the service runs', async ({
  browser,
  funnel,
}) => {
  const at = (path: string) => freshPage(browser, `${funnel.url}${path}`);
  const before = await at('/step-1');
  await expect(heading(before, 'How old are you?')).toBeVisible();
  const filesBefore = await shellFiles(before, funnel);
  expect(Object.keys(filesBefore)).toHaveLength(1);
  expect((await fetch(`${funnel.url}/why-practise`)).status).toBe(404);

  const dir = await buildEdited('mfe-quiz', newVersion, changes);
  await release(funnel, 'publish', 'mfe-quiz', '--dir', dir);
  await expect(heading(await at('/step-1'), 'How old are you?')).toBeVisible();

  await release(funnel, 'promote', `mfe-quiz@${newVersion}`, '--note', 'new words');
  const promoted = await at('/step-1');
  await expect(heading(promoted, 'What is your age?')).toBeVisible(promptly);
  expect(await shellFiles(promoted, funnel)).toEqual(filesBefore);
  const completed = await at('/');
  await completed.getByRole('button', { name: 'YES' }).click();
  await expect(completed).toHaveURL('/why-practise');
  await expect(heading(completed, 'Practice comes first')).toBeVisible();
  await completed.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(completed, 'What is your age?')).toBeVisible();

  await release(funnel, 'rollback', '--note', 'the old words sold better');
  const back = await at('/step-1');
  await expect(heading(back, 'How old are you?')).toBeVisible(promptly);
  expect(await shellFiles(back, funnel)).toEqual(filesBefore);
  expect((await fetch(`${funnel.url}/why-practise`)).status).toBe(404);
});

test('a promotion that would lose a path is rejected with the reason', async ({ funnel }) => {
  const dir = relabelBuild('mfe-legal', '901.1.0', { manifest: { widgets: [], paths: ['/final'] } });
  await release(funnel, 'publish', 'mfe-legal', '--dir', dir);
  await expect(release(funnel, 'promote', 'mfe-legal@901.1.0')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/\/final.*mfe-(pricing|legal)/),
  });
});

test('a shell that would lose stored answers is rejected with the reason', async ({ funnel }) => {
  const source = copyEdited('shell', newVersion, [
    {
      file: 'src/state/stored-state.ts',
      from: 'texts[key] = read(key)',
      to: "if (key !== 'specialGoal') texts[key] = read(key)",
    },
  ]);
  const ofBuild: { readonly state: { readonly writes: object } } = JSON.parse(
    readFileSync(inRoot('shell/dist/remote.json'), 'utf8'),
  );
  expect(Object.keys(ofBuild.state.writes).toSorted()).toEqual(['email', 'quizAnswers', 'specialGoal']);
  const definition = await readDefinition<ShellDefinition>(join(source, 'shell.config.ts'));
  // The only part of the build that reads that module; the others take a quarter of a minute.
  const state = await describeStoredState({ definition, version: newVersion, source });
  await release(
    funnel,
    'publish',
    'shell',
    '--dir',
    relabelBuild('shell', newVersion, { manifest: { state } }),
  );
  await expect(release(funnel, 'promote', `shell@${newVersion}`)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Visitors would lose what shell@\S+ has stored: specialGoal\./),
  });
});
