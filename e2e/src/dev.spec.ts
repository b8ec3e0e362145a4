import { createServer, type Server } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { freePort } from '@funnel/service-kit/http/free-port';
import { startReloadProxy } from '@funnel/build/product/reload-proxy';

import { relabelBuild } from './support/builds.ts';
import { expect, test } from './support/funnel.ts';
import { heading } from './support/journey.ts';

/** Serves the files of a build as a team's development page does. */
async function serveBuild(folder: string): Promise<{ address: string; server: Server }> {
  const port = await freePort();
  const server = createServer((request, response) =>
    response.end(readFileSync(join(folder, request.url ?? ''))),
  );
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { address: `http://localhost:${port}/`, server };
}

test('a local override loads one remote from this machine until the preview is ended', async ({
  page,
  console,
}) => {
  const { address, server } = await serveBuild(relabelBuild('mfe-quiz', '903.0.0'));
  const loaded: string[] = [];
  page.on('requestfinished', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(`/step-1?remote=mfe-quiz@${address}`);
  await expect(page).toHaveURL('/step-1');
  await page.getByRole('button', { name: '25-34' }).click();
  await expect(heading(page, '1,000,000+ people use Candela')).toBeVisible();
  await expect.poll(() => loaded).toContain('/remotes/mfe-quiz/0.0.0+local/remoteEntry.js');
  const note = page.getByRole('complementary', { name: 'Preview' });
  await expect(note).toContainText(`mfe-quiz@${new URL(address).host}`);

  loaded.length = 0;
  await note.getByRole('link', { name: 'End preview' }).click();
  await expect(heading(page, '28-Day Trading Challenge')).toBeVisible();
  await expect(note).toHaveCount(0);
  expect(loaded.join()).not.toContain('+local');
  expect(console).toEqual([]);
  server.close();
});

test('open pages reload after a build', async ({ page, funnel }) => {
  const port = await freePort();
  const proxy = startReloadProxy(port, Number(new URL(funnel.url).port));
  const connected = page.waitForResponse('**/__reload');
  await page.goto(`http://localhost:${port}/step-1`);
  await connected;
  await page.getByRole('button', { name: '25-34' }).click();
  await expect(page).toHaveURL(/stats-slide/);
  const loading = page.waitForEvent('load');
  proxy.reload();
  await loading;
  await expect(heading(page, '1,000,000+ people use Candela')).toBeVisible();
  proxy.close();
});
