import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describeFiles } from '@funnel/remote-tools/files';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Page } from '@playwright/test';

import { relabelBuild, release } from '../support/builds.ts';
import { expect, test, type Funnel } from '../support/funnel.ts';
import { serviceResponse } from '../support/service-response.ts';

test.use({ productName: 'a funnel with a hostile remote' });

const script = "document.documentElement.setAttribute('data-ran', 'yes')";
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>`;
const html = `<!doctype html><title>Sign in</title><script>${script}</script><img src="x" onerror="${script}">`;
const versions = { svg: '909.0.0', html: '909.0.1' };
const addresses = {
  svg: `/remotes/mfe-legal/${versions.svg}/drawing.svg`,
  html: `/remotes/mfe-legal/${versions.html}/page.html`,
};

/** Inserts a build with an HTML document, as if it had been published before documents were rejected. */
function plantDocument({ dataDir }: Funnel, folder: string): void {
  const integrity = `sha384-${createHash('sha384').update(html).digest('base64')}`;
  const published: object = JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8'));
  const files = { 'page.html': { integrity, bytes: html.length, type: 'text/html; charset=utf-8' } };
  const manifest = JSON.stringify({ ...published, version: versions.html, files });
  const digest = createHash('sha256').update(manifest).digest('hex');
  const database = new DatabaseSync(join(dataDir, 'funnel.db'));
  database
    .prepare('insert into files (integrity, type, body, body_br) values (?, ?, ?, ?)')
    .run(integrity, 'text/html', Buffer.from(html), Buffer.alloc(0));
  database
    .prepare('insert into builds (name, version, digest, manifest, published_at) values (?, ?, ?, ?, ?)')
    .run('mfe-legal', versions.html, digest, manifest, 1);
  database.close();
}

test.beforeAll(async ({ funnel }) => {
  const folder = relabelBuild('mfe-legal', versions.svg);
  writeFileSync(join(folder, 'drawing.svg'), svg);
  const file = join(folder, 'remote.json');
  const manifest: object = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...manifest, files: describeFiles(folder) }));
  await release(funnel, 'publish', 'mfe-legal', '--dir', folder);
  plantDocument(funnel, folder);
});

const hasRun = (page: Page) => page.locator(':root[data-ran]').count();

for (const [kind, address] of Object.entries(addresses)) {
  test(`a published ${kind} file that is opened directly runs no script`, async ({ page }) => {
    const response = await page.goto(address);
    expect(response?.status()).toBe(200);
    expect(await hasRun(page)).toBe(0);
  });

  test(`the same ${kind} file would run its script without the service's policy`, async ({ page }) => {
    await page.route(address, async (route) => {
      const response = await serviceResponse(route);
      const { 'content-security-policy': policy, ...headers } = response.headers();
      expect(policy).toBe("default-src 'none'; sandbox");
      await route.fulfill({ response, headers });
    });
    await page.goto(address);
    expect(await hasRun(page)).toBe(1);
  });
}
