import { freePort } from '@funnel/service-kit/http/free-port';

import { release } from '../support/builds.ts';
import { expect, test, type Funnel } from '../support/funnel.ts';
import { heading } from '../support/journey.ts';
import { startNpm } from '../support/npm-command.ts';
import { copyRepository, type RepositoryCopy } from '@funnel/build/testing/repository-copy';

test.use({ productName: 'a funnel that gets one more remote' });
test.describe.configure({ mode: 'serial' });

let copy: RepositoryCopy;
test.beforeAll(() => {
  copy = copyRepository();
});
test.afterAll(() => copy.remove());

/** Runs the release command of the copy, as the team of the new remote would. */
const releaseFromCopy = ({ operatorsUrl, operatorToken }: Funnel, ...args: readonly string[]) =>
  copy.npm(['run', '-s', 'release', '--', ...args], {
    RELEASE_URL: operatorsUrl,
    OPERATOR_TOKEN: operatorToken,
  });

test('one command creates a remote that is owned, linted, tested and built', async () => {
  await copy.npm(['run', '-s', 'new-remote', '--', 'survey', '--path', '/survey']);
  const outside = copy.changedFiles().filter((path) => !path.startsWith('mfe-survey/'));
  expect(outside.toSorted()).toEqual(['CODEOWNERS', 'package-lock.json']);

  const lint = ['--config', 'packages/remote-tools/config/oxlint.json', '--deny-warnings', 'mfe-survey'];
  await copy.npm(['exec', '--', 'oxlint', ...lint]);
  await copy.npm(['exec', '--', 'prettier', '--check', 'mfe-survey', 'package.json']);
  // Its own tests, and those for a changelog, a README and an owner.
  const jest = ['--config', 'packages/build/config/jest.all.cjs', 'mfe-survey/', 'released-apps'];
  await copy.npm(['exec', '--', 'jest', '--silent', ...jest]);
  await copy.npm(['run', '-s', 'build', '-w', 'mfe-survey']);
});

test('the remote runs alone on its development page', async ({ page, console }) => {
  const port = await freePort();
  const server = startNpm({
    args: ['start', '-w', 'mfe-survey'],
    cwd: copy.folder,
    env: { ...process.env, NODE_OPTIONS: '', PORT: String(port) },
  });
  try {
    await expect(async () => {
      await page.goto(`http://localhost:${port}/survey`);
    }).toPass({ timeout: 200_000 });
    await expect(heading(page, 'Survey')).toBeVisible();
    expect(console).toEqual([]);
  } finally {
    await server.stop();
  }
});

test('it goes live at its path in a running product, is certified, and is removed', async ({
  page,
  console,
  funnel,
}) => {
  expect((await fetch(`${funnel.url}/survey`)).status).toBe(404);
  await releaseFromCopy(funnel, 'publish', 'mfe-survey');
  const setId = (await releaseFromCopy(funnel, 'prepare', 'mfe-survey@1.0.0')).trim();
  // The funnel does not lead to it, so the smoke test opens its path.
  expect(await release(funnel, 'certify', setId)).toMatch(
    /\/payment-success \/survey\), paid with a test card\n$/,
  );

  await releaseFromCopy(funnel, 'promote', 'mfe-survey@1.0.0');
  await page.goto('/survey');
  await expect(heading(page, 'Survey')).toBeVisible();
  await expect(page).toHaveTitle(/Survey/);
  await page.getByRole('button', { name: 'Go to the quiz' }).click();
  await expect(heading(page, '28-Day Trading Challenge')).toBeVisible();
  expect(console).toEqual([]);

  await releaseFromCopy(funnel, 'remove', 'mfe-survey', '--note', 'the survey is over');
  expect((await fetch(`${funnel.url}/survey`)).status).toBe(404);
  expect((await fetch(`${funnel.url}/final`)).status).toBe(200);
});
