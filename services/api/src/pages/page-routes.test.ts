import { request as httpRequest } from 'node:http';

import type { federationManifest } from '@funnel/release-kit/federation/federation-manifest';

import { describeOnEachEngine, startTestApp, type TestApp } from '../platform/service.testkit.ts';
import { promote } from '../releases/release-calls.testkit.ts';
import {
  clientOf,
  publishProduct,
  publishTest,
  testQuiz,
  testShell,
  withFiles,
} from '../releases/release.testkit.ts';

const entry = '/remotes/mfe-quiz/1.0.0/remoteEntry.js';
const { manifest, texts } = testQuiz('1.0.0');

/** Sends paths unchanged, because `fetch` normalizes URLs and adds its own encodings. */
const raw = (app: TestApp, path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status?: number; headers: NodeJS.Dict<string | string[]>; bytes: number }>(
    (resolve, reject) => {
      const call = httpRequest(`${app.origin}${path}`, { headers }, (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => (bytes += chunk.length));
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, bytes }));
      });
      call.on('error', reject).end();
    },
  );

/** Headers that make a response inert if a browser opens it as a document. */
const inert = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};

describeOnEachEngine('pages', (open) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: await open() });
  });
  afterAll(() => app.close());

  it('return 503 with a text before the first release', async () => {
    const response = await app.request('/');
    expect(response.status).toBe(503);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'retry-after': '1',
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
    });
    expect(await response.text()).toBe('We are setting things up. Please try again in a moment.\n');
    await promote(clientOf(app), await publishProduct(app));
  });

  it('start a visit, are not cached, and set their security headers', async () => {
    const response = await app.request('/');
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie().map((cookie) => /^\w+/.exec(cookie)?.[0])).toEqual([
      'visit',
      'release',
    ]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; .*'sha256-.*'; manifest-src 'self'; report-uri \/api\/csp-reports$/,
      ),
      'referrer-policy': 'no-referrer',
      'permissions-policy': 'payment=(self)',
      vary: 'Accept-Encoding, Accept-Language, Cookie',
    });
    expect(await response.text()).toContain('<h1>Quiz 1.0.0</h1>');
  });

  it('use the visit’s currency, regardless of earlier requests', async () => {
    for (const currency of ['USD', 'EUR', 'USD']) {
      expect(await (await app.request(`/?currency=${currency}`)).text()).toContain(
        `"currency":"${currency}"`,
      );
    }
  });

  it.each([
    ['zstd, gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('are compressed for Accept-Encoding: %s', async (accepted, encoding) => {
    const { headers, bytes, status } = await raw(app, '/', { 'accept-encoding': accepted });
    expect([status, headers['content-encoding']]).toEqual([200, encoding]);
    expect(Number(headers['content-length'])).toBe(bytes);
  });

  it('respond to HEAD like GET without a body, reject other methods, and ignore /api', async () => {
    const head = await app.request('/', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await app.request('/final', { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'HEAD, GET']);
    }
    const api = await app.request('/api/nothing');
    expect([api.status, api.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  });

  it('return 404 with the shell for a path that no remote owns', async () => {
    const response = await app.request('/no/such/page');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('/assets/1.0.0/shell.js');
  });

  it.each([
    ['/final/?utm_source=mail', '/final?utm_source=mail'],
    ['/step-1//', '/step-1'],
    ['//evil.example/', '/evil.example'],
    ['//', '/'],
    [`/a${'/'.repeat(7000)}`, '/a'],
  ])('redirect from %s to %s', async (asked, found) => {
    const { status, headers } = await raw(app, asked);
    expect([status, headers['location']]).toEqual([308, found]);
  });

  it('find no published file under a name that no header may contain', async () => {
    for (const name of ['a%0d%0ab', 'a%C4%80', '%E2%82%AC'])
      expect((await raw(app, `/remotes/${name}/1.0.0/x.js`)).status).toBe(404);
    expect((await raw(app, '/assets/%E2%82%AC/x.js')).status).toBe(404);
  });

  it('serve published files as immutable to any origin', async () => {
    const { status, headers } = await raw(app, entry, { 'accept-encoding': 'gzip, br' });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'access-control-allow-origin': '*',
      'surrogate-key': 'mfe-quiz mfe-quiz@1.0.0',
      etag: expect.stringMatching(/^"[\w+/]{24}-br"$/),
      vary: 'Accept-Encoding',
    });
    // What is not the same for every visitor must not reach a cache.
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['x-request-id']).toBeUndefined();
    expect(headers).toMatchObject(inert);
    const plain = await raw(app, entry);
    expect(plain.headers).toMatchObject({
      etag: expect.stringMatching(/^"[\w+/]{24}"$/),
      'content-length': String(manifest.files['remoteEntry.js']?.bytes),
    });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(await (await app.request(entry)).text()).toBe(texts['remoteEntry.js']);
    const etag = String(plain.headers['etag']);
    expect((await raw(app, entry, { 'if-none-match': etag })).status).toBe(304);
    const head = await app.request(entry, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const path of ['/assets/1.0.0/shell.js', '/assets/1.0.0/favicon.1a2b.svg', '/favicon.svg']) {
      const response = await raw(app, path);
      expect([response.status, response.headers]).toEqual([200, expect.objectContaining(inert)]);
    }
    const shell = await raw(app, '/assets/1.0.0/shell.js');
    expect(shell.headers['surrogate-key']).toBe('shell shell@1.0.0');
  });

  it('let pages of any origin show an image of a remote, which a CDN may serve', async () => {
    await publishTest(
      app,
      withFiles(testQuiz('1.11.0'), { 'asset.1a2b.svg': '<svg/>', 'asset.3c4d.png': 'PNG' }),
    );
    for (const path of ['asset.1a2b.svg', 'asset.3c4d.png']) {
      const { status, headers } = await raw(app, `/remotes/mfe-quiz/1.11.0/${path}`);
      expect([status, headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin']);
    }
    const missing = await raw(app, '/remotes/mfe-quiz/1.11.0/asset.5e6f.png');
    expect([missing.status, missing.headers['cross-origin-resource-policy']]).toEqual([404, 'same-origin']);
  });

  it('serve the files of a local build, with its + encoded or not', async () => {
    await publishTest(app, testQuiz('1.0.0+ab12'));
    for (const version of ['1.0.0+ab12', '1.0.0%2Bab12']) {
      expect((await raw(app, `/remotes/mfe-quiz/${version}/remoteEntry.js`)).status).toBe(200);
    }
  });

  it('serve the files of a version that is no longer live', async () => {
    await publishTest(app, testShell('1.1.0', { frames: { bar: '<b>new</b>{{screen}}' } }));
    await promote(clientOf(app), ['shell@1.1.0']);
    expect(await (await app.request('/')).text()).toContain('<b>new</b>');
    expect((await app.request('/assets/1.0.0/shell.js')).status).toBe(200);
  });

  it('describe each version of a remote for federation tools, with URLs that are served', async () => {
    const address = '/remotes/mfe-quiz/1.0.0/mf-manifest.json';
    const response = await app.request(address);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...inert,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    });
    const described: ReturnType<typeof federationManifest> = await response.json();
    expect(described).toMatchObject({ name: 'mfe-quiz', metaData: { globalName: manifest.container } });
    const { remoteEntry } = described.metaData;
    const assets = described.exposes.flatMap(({ assets: { js, css } }) => [js.sync, css.sync].flat());
    expect(assets).toEqual(['remote.1.js', 'remote.1.css']);
    for (const path of [remoteEntry.path + remoteEntry.name, ...assets])
      expect((await app.request(new URL(path, `https://x${address}`).pathname)).status).toBe(200);
  });

  it.each([
    '/remotes/mfe-quiz/9.9.9/mf-manifest.json',
    '/remotes/shell/1.0.0/mf-manifest.json',
    '/assets/1.0.0/mf-manifest.json',
    '/remotes/mfe-quiz/1.0.0/remote.2.js',
    '/remotes/mfe-quiz/9.9.9/remoteEntry.js',
    '/remotes/mfe-quiz/1.0.0/constructor',
    '/remotes/mfe-quiz/1.0.0/remote.json',
    '/remotes/mfe-quiz/1.0.0/..%2f..%2fshell.js',
    '/remotes/mfe-quiz',
    '/remotes/shell/1.0.0/shell.js',
    '/assets/1.0.0/',
    '/assets/%zz/shell.js',
  ])('return 404 at %s, as text and not cached', async (path) => {
    const { status, headers } = await raw(app, path);
    expect(status).toBe(404);
    expect(headers).toMatchObject({
      ...inert,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    });
  });

  it('prompt for consent if it is required and neither a cookie nor the browser has decided', async () => {
    const frames = { bar: '{{screen}}', 'bar-consent': '<p>May we?</p>{{screen}}' };
    await publishTest(app, testShell('1.2.0', { frames }));
    await promote(clientOf(app), ['shell@1.2.0']);
    const strict = await startTestApp({ database: await open(), environment: { CONSENT: 'required' } });
    const isAsked = async ({ request }: TestApp, headers = {}) =>
      (await (await request('/', { headers })).text()).includes('May we?');
    expect(await isAsked(strict)).toBe(true);
    expect(await isAsked(strict, { Cookie: 'consent=denied.1790000000000.1' })).toBe(false);
    expect(await isAsked(strict, { 'Sec-GPC': '1' })).toBe(false);
    expect(await isAsked(app)).toBe(false);
    await strict.close();
  });

  it('are in the language asked for, else the one chosen before, else the browser’s', async () => {
    const frames = { bar: '<b>Deutsch</b>{{screen}}' };
    const before = await app.request('/', { headers: { 'accept-language': 'de' } });
    expect(before.headers.get('content-language')).toBe('en');
    await publishTest(app, testShell('1.3.0', { locales: { de: { frames, preload: [] } } }));
    await promote(clientOf(app), ['shell@1.3.0']);
    const languageOf = async (path: string, language: string, cookie = '') => {
      const response = await app.request(path, { headers: { 'accept-language': language, cookie } });
      const [, lang] = /^<!doctype html><html lang="(\w+)">/.exec(await response.text()) ?? [];
      expect(response.headers.get('content-language')).toBe(lang);
      return lang;
    };
    expect(await languageOf('/?lang=de', 'en-US')).toBe('de');
    expect(await languageOf('/?lang=en', 'de-DE', 'locale=de')).toBe('en');
    expect(await languageOf('/?lang=fr', 'de-DE')).toBe('de');
    expect(await languageOf('/', 'en-US', 'locale=de')).toBe('de');
    expect(await languageOf('/', 'en-US', 'locale=fr')).toBe('en');
    expect(await languageOf('/final', 'fr-FR,de-AT;q=0.8,en;q=0.5')).toBe('de');
    expect(await languageOf('/', 'fr-FR,en;q=0.8,de;q=0.5')).toBe('en');
    expect(await languageOf('/', 'fr-FR')).toBe('en');
    expect(await languageOf('/no/such/page', '*')).toBe('en');
  });

  it('remember a language only if it was chosen', async () => {
    const cookiesOf = async (path: string) =>
      (await app.request(path, { headers: { 'accept-language': 'de' } })).headers
        .getSetCookie()
        .filter((cookie) => cookie.startsWith('locale='));
    expect(await cookiesOf('/')).toEqual([]);
    expect(await cookiesOf('/?lang=fr')).toEqual([]);
    expect(await cookiesOf('/?lang=de-AT')).toEqual([
      expect.stringMatching(/^locale=de; path=\/; expires=.*; samesite=lax; httponly$/),
    ]);
  });

  it('remember a chosen language for a year', async () => {
    const { headers } = await app.request('/?lang=de');
    const cookie = headers.getSetCookie().find((text) => text.startsWith('locale='));
    const [, expires = ''] = /; expires=([^;]+);/.exec(cookie ?? '') ?? [];
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
  });

  it('serve the brand files of the live shell, and no other file below their path', async () => {
    const names = ['favicon.ico', 'apple-touch-icon.png', 'site.webmanifest', 'social-de.png'];
    const files = Object.fromEntries(names.map((name) => [name, name]));
    await publishTest(app, withFiles(testShell('1.9.0'), files));
    await promote(clientOf(app), ['shell@1.9.0']);
    for (const path of [
      '/favicon.ico',
      '/apple-touch-icon.png',
      '/brand/site.webmanifest',
      '/brand/social-de.png',
    ]) {
      const { status, headers } = await raw(app, path);
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=300']);
      expect(headers).toMatchObject({ ...inert, 'cross-origin-resource-policy': 'cross-origin' });
    }
    for (const path of ['/brand/shell.js', '/brand/icon-512.png', '/brand/favicon.ico'])
      expect([path, (await raw(app, path)).status]).toEqual([path, 404]);
  });

  it('name the picture of a shared link by the public URL, and none without one', async () => {
    await publishTest(app, withFiles(testShell('1.10.0'), { 'social-en.png': 'a picture' }));
    await promote(clientOf(app), ['shell@1.10.0']);
    const environment = { PUBLIC_URL: 'https://quiz.example.com/' };
    const known = await startTestApp({ database: await open(), environment });
    const pictureIn = async ({ request }: TestApp) =>
      /<meta property="og:image" content="([^"]*)">/.exec(await (await request('/')).text())?.[1];
    expect(await pictureIn(known)).toBe('https://quiz.example.com/brand/social-en.png');
    await known.close();
    expect(await pictureIn(app)).toBeUndefined();
  });

  it('serve an icon and robots.txt', async () => {
    const icon = await app.request('/favicon.svg');
    expect([icon.status, icon.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    expect(await (await app.request('/robots.txt')).text()).toBe('User-agent: *\nAllow: /\n');
  });
});
