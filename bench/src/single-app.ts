import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { freePort } from '@funnel/service-kit/http/free-port';
import { versionedName, type ReleaseSet } from '@funnel/contracts/release';
import { contentTypeOf, listFiles } from '@funnel/remote-tools/files';

import { buildSingleApp, singleAppPrefix, type SingleApp } from './build-single-app.ts';

const assetFolder = '/single-app/';

/** The product's document of the first screen with the class names and files of the single app in place of its own. */
function toSingleAppDocument(html: string, { entry, filesOf }: SingleApp): string {
  const [, shellVersion = ''] = /<script src="\/assets\/([^/]+)\//.exec(html) ?? [];
  const [, set = ''] = /id="release-set">(.*?)<\/script>/.exec(html) ?? [];
  const { remotes }: Pick<ReleaseSet, 'remotes'> = JSON.parse(set);
  const prefixes = [versionedName('shell', shellVersion), ...remotes.map(({ container }) => container)];
  const quiz = filesOf('mfe-quiz');
  const sheet = quiz.find((file) => file.endsWith('.css')) ?? '';
  const preloads = quiz
    .filter((file) => file.endsWith('.js'))
    .map((file) => `<link rel="preload" as="script" href="${assetFolder}${file}" fetchpriority="low">`);
  return (
    html
      .replaceAll(new RegExp(`\\b(?:${prefixes.join('|')})_`, 'g'), `${singleAppPrefix}_`)
      .replace(/(?:<link rel="preload"[^>]*>)+/, preloads.join(''))
      // The style element of the screen contains the whole sheet, as in the product.
      .replace(/<style data-href="[^"]*">/, `<style data-href="${sheet}">`)
      .replace(/<script src="[^"]*"[^>]*><\/script>/, `<script src="${assetFolder}${entry}" defer></script>`)
  );
}

/** The product's headers without those of its body's length and connection: the same bytes precede the body of the single app. */
function headersOf({ headers }: Response): Record<string, string | string[]> {
  const own = ['content-length', 'connection', 'keep-alive', 'date', 'set-cookie'];
  return {
    ...Object.fromEntries([...headers].filter(([name]) => !own.includes(name))),
    'set-cookie': headers.getSetCookie(),
  };
}

/**
 * Serves the product at `productUrl` as a single app without federation: its first screen and its files from memory, and
 * everything else with the product's responses. Resolves to its URL and to a function that stops it.
 */
export async function serveSingleApp(productUrl: string): Promise<{ url: string; stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'single-app-'));
  const app = await buildSingleApp(folder, assetFolder);
  const document = await fetch(productUrl, { headers: { 'accept-encoding': 'br' } });
  const html = await document.text();
  const [, script = ''] = /<script src="([^"]+)"/.exec(html) ?? [];
  const file = await fetch(new URL(script, productUrl), { headers: { 'accept-encoding': 'br' } });
  await file.arrayBuffer();
  const responses = new Map<string, { headers: Record<string, string | string[]>; body: Buffer }>(
    listFiles(folder).map((name) => [
      `${assetFolder}${name}`,
      {
        headers: {
          ...headersOf(file),
          'content-type': contentTypeOf(name) ?? 'application/octet-stream',
        },
        body: brotliCompressSync(readFileSync(join(folder, name))),
      },
    ]),
  );
  responses.set('/', {
    headers: headersOf(document),
    body: brotliCompressSync(toSingleAppDocument(html, app)),
  });
  rmSync(folder, { recursive: true });

  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const stored = responses.get(path.split('?')[0] ?? '');
    if (stored) {
      response.writeHead(200, stored.headers);
      response.end(stored.body);
      return;
    }
    const body = request.method === 'POST' ? Buffer.concat(await request.toArray()) : undefined;
    const forwarded = await fetch(new URL(path, productUrl), {
      method: request.method ?? 'GET',
      headers: { 'content-type': request.headers['content-type'] ?? '', origin: productUrl },
      ...(body && { body }),
    });
    response.writeHead(forwarded.status, { 'content-type': forwarded.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await forwarded.arrayBuffer()));
  });
  const port = await freePort();
  await new Promise<void>((listening) => server.listen(port, listening));
  return { url: `http://localhost:${port}`, stop: () => server.close() };
}
