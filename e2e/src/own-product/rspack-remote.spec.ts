import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { inRoot } from '@funnel/build/repository';

import { release } from '../support/builds.ts';
import { expect, test } from '../support/funnel.ts';
import { heading } from '../support/journey.ts';
import { countReactCopies } from '../support/scripts.ts';
import { flipByte } from '../support/service-response.ts';

test.use({ productName: 'a funnel with a remote built by Rspack' });

const example = inRoot('docs/examples/rspack');
const base = '/remotes/mfe-rspack/1.0.0/';

test.beforeAll(async ({ funnel }) => {
  await promisify(execFile)('npm', ['run', '-s', 'build'], { cwd: example });
  await release(funnel, 'publish', 'mfe-rspack', '--dir', `${example}/dist`);
  await release(funnel, 'promote', 'mfe-rspack@1.0.0');
});

test('a remote built by Rspack lives in one set with those built by webpack, with one React', async ({
  page,
  console,
}) => {
  const reactCopies = countReactCopies(page);
  await page.goto('/rspack');
  await expect(heading(page, 'Built by Rspack')).toBeVisible();
  await page.getByRole('button', { name: 'Pressed 0 times' }).click();
  await expect(page.getByRole('button', { name: 'Pressed 1 times' })).toBeVisible();
  await page.getByRole('button', { name: 'Go to the quiz' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('radio').or(page.getByRole('button')).first()).toBeVisible();

  await expect.poll(async () => [...(await reactCopies()).keys()].join(' ')).toContain('/remotes/mfe-quiz/');
  const copies = await reactCopies();
  expect(copies.get(`${base}remote.js`)).toBe(0);
  expect([...copies].filter(([, count]) => count > 0)).toEqual([
    [expect.stringMatching(/^\/assets\/.*\/shell\.\w+\.js$/), 1],
  ]);
  expect(console).toEqual([]);
});

test('the browser checks the hash of each of its files', async ({ page, funnel }) => {
  interface Manifest {
    readonly files: Readonly<Record<string, { readonly integrity: string }>>;
  }
  const { files }: Manifest = JSON.parse(readFileSync(`${example}/dist/remote.json`, 'utf8'));
  // The loader removes scripts that have loaded, so the elements are noted as they are added.
  await page.addInitScript(() => {
    window.addedFiles = [];
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof HTMLScriptElement) && !(node instanceof HTMLLinkElement)) continue;
        const url = node instanceof HTMLScriptElement ? node.src : node.href;
        if (!(node instanceof HTMLLinkElement && node.rel === 'preload'))
          window.addedFiles.push([new URL(url, location.href).pathname, node.integrity]);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${funnel.url}/rspack`);
  await expect(heading(page, 'Built by Rspack')).toBeVisible();
  const added = (await page.evaluate(() => window.addedFiles)).filter(([path]) => path.startsWith(base));
  expect(Object.fromEntries(added)).toEqual(
    Object.fromEntries(Object.entries(files).map(([path, { integrity }]) => [base + path, integrity])),
  );
});

for (const file of ['remoteEntry.js', 'remote.js', 'remote.css']) {
  test(`${file} is rejected if one byte of it is flipped`, async ({ page, console }) => {
    await page.route(`**${base}${file}`, flipByte);
    await page.goto('/rspack');
    await expect(page.getByText('This page could not be loaded')).toBeVisible({ timeout: 15_000 });
    await expect(heading(page, 'Built by Rspack')).toHaveCount(0);
    expect(console.join('\n')).toMatch(/valid digest in the 'integrity' attribute/);
  });
}

declare global {
  interface Window {
    /** Path and hash of each script and style sheet that was added to the page. */
    addedFiles: [path: string, integrity: string][];
  }
}
