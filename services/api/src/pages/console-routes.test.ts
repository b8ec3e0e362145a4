import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openDatabase, type Database } from '../platform/database.ts';
import { startTestApp, type TestApp } from '../platform/service.testkit.ts';

let folder: string;
let database: Database;
let app: TestApp;
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.operatorsOrigin}${path}`, { headers });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-'));
  writeFileSync(join(folder, 'console.12ab.js'), 'let plain;');
  writeFileSync(join(folder, 'console.12ab.js.br'), 'compressed');
  writeFileSync(join(folder, 'style.34cd.css'), 'body{}');
  database = await openDatabase({ DATA_DIR: join(folder, 'data') });
  app = await startTestApp({ database, dependencies: { consoleFolder: folder } });
});
afterAll(async () => {
  await app.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

it('returns 503 until the console is built, and then serves it', async () => {
  const before = await get('/');
  expect([before.status, await before.text()]).toEqual([503, expect.stringContaining('npm run build')]);
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  expect((await get('/')).status).toBe(200);
});

it.each(['/', '/versions', '/no/such/page'])(
  'serves the document at %s, which loads only its own files and is not indexed',
  async (path) => {
    const { status, headers } = await get(path);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-robots-tag': 'noindex, nofollow',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "frame-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    });
  },
);

it('serves its files as immutable, and compressed if the client accepts it', async () => {
  const script = await get('/assets/console.12ab.js', { 'accept-encoding': 'identity' });
  expect(await script.text()).toBe('let plain;');
  expect(Object.fromEntries(script.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  const head = await fetch(`${app.operatorsOrigin}/assets/console.12ab.js`, {
    method: 'HEAD',
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect([head.headers.get('content-encoding'), head.headers.get('content-length')]).toEqual(['br', '10']);
  const style = await get('/assets/style.34cd.css');
  expect([style.headers.get('content-encoding'), await style.text()]).toEqual([null, 'body{}']);
});

it.each([
  '/assets/',
  '/assets/other.js',
  '/assets/index.html',
  '/assets/console.12ab.js.br',
  '/assets/..%2f..%2fpackage.js',
])('returns 404 at %s', async (path) => {
  const response = await get(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
});

describe('the path of the console on the visitors’ listener', () => {
  const at = async (path: string, NODE_ENV: string) => {
    const environment = {
      NODE_ENV,
      OPERATOR_URL: 'https://console.example',
      PUBLIC_URL: 'http://quiz.example',
      SECRET_KEY: 'a-secret-key-for-tests-of-32-characters',
    };
    const other = await startTestApp({ database, environment });
    const { status, headers } = await other.request(path);
    await other.close();
    return [status, headers.get('location')];
  };

  it.each([
    ['/console', 'https://console.example/'],
    ['/console/versions', 'https://console.example/versions'],
    ['/console//evil.example', 'https://console.example/'],
    ['/console/%09/evil.example/x', 'https://console.example/'],
    ['/console/%0a/evil.example', 'https://console.example/'],
    ['/console/..%2f', 'https://console.example/'],
  ])('redirects from %s to the console in development', async (path, location) => {
    expect(await at(path, 'development')).toEqual([302, location]);
  });

  it('returns 404 in production', async () => {
    expect(await at('/console', 'production')).toEqual([404, null]);
  });
});
