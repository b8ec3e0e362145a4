import { listen } from '@funnel/service-kit/http/server';
import Koa from 'koa';

import {
  describeOnEachEngine,
  startReceiver,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { promote } from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testPricing, testQuiz } from './release.testkit.ts';

const { manifest, texts } = testQuiz('7.0.0', { paths: ['/', '/goal', '/new'] });
const entry = '/remotes/mfe-quiz/0.0.0+local/remoteEntry.js';

describeOnEachEngine('a local override', (open) => {
  let app: TestApp;
  let dev: Awaited<ReturnType<typeof startReceiver>>;
  const apps: TestApp[] = [];
  const link = () => `/?utm_source=x&remote=mfe-quiz@${dev.origin}/`;

  /** The cookie that the link sets, if any. */
  async function follow(address: string, at = app, headers: Record<string, string> = {}) {
    const response = await at.request(address, { headers });
    const line = response.headers.getSetCookie().find((text) => text.startsWith('preview=')) ?? '';
    return { response, line, cookie: line.split(';')[0] ?? '' };
  }

  beforeAll(async () => {
    const database = await open();
    const files: Readonly<Record<string, string>> = { ...texts, 'remote.json': JSON.stringify(manifest) };
    dev = await startReceiver(({ path }) => {
      const body = files[path.slice(1)];
      return body === undefined ? { status: 404 } : { status: 200, body };
    });
    const environment = {
      REQUIRE_CERTIFICATION: 'false',
      PUBLIC_URL: 'http://quiz.example',
      SECRET_KEY: 'a-secret-key-for-tests-of-32-characters',
    };
    for (const NODE_ENV of ['development', 'production'])
      apps.push(await startTestApp({ database, environment: { ...environment, NODE_ENV } }));
    [app = app] = apps;
    const product = await publishProduct(app);
    await publishTest(app, testQuiz('0.9.0'));
    await promote(
      clientOf(app),
      product.map((member) => member.replace('mfe-quiz@1.0.0', 'mfe-quiz@0.9.0')),
    );
    await promote(clientOf(app), ['mfe-quiz@1.0.0']);
  });
  afterAll(() => Promise.all([...apps, dev].map(({ close }) => close())));

  it('replaces the published remote for one browser, in page, paths, files and hashes', async () => {
    const { response, cookie } = await follow(link());
    expect([response.status, response.headers.get('location')]).toEqual([303, '/?utm_source=x']);
    const page = await (await app.request('/', { headers: { cookie } })).text();
    expect(page).toContain('<h1>Quiz 7.0.0</h1>');
    expect(page).toContain(`"${entry}":"${manifest.files['remoteEntry.js']?.integrity}"`);
    expect(page).toContain('"isPreview":true');
    // Its developer must see a failure, and not an older version instead.
    expect(page).not.toContain('/remotes/mfe-quiz/0.9.0/');
    expect((await app.request('/new', { headers: { cookie } })).status).toBe(200);
    // The other remotes stay those of the live set.
    expect(page).toContain('"base":"/remotes/mfe-pricing/1.0.0/"');
    expect(page).not.toContain('/remotes/mfe-quiz/1.0.0/');
    const file = await app.request(entry, { headers: { cookie } });
    expect([await file.text(), file.headers.get('cache-control')]).toEqual([
      texts['remoteEntry.js'],
      'no-store',
    ]);

    const stored = await app.request('/remotes/mfe-quiz/1.0.0/remoteEntry.js', { headers: { cookie } });
    expect(await stored.text()).toBe(testQuiz('1.0.0').texts['remoteEntry.js']);

    const published = await (await app.request('/')).text();
    expect(published).toContain('<h1>Quiz 1.0.0</h1>');
    expect(published).toContain('/remotes/mfe-quiz/0.9.0/');
    expect(published).not.toContain('isPreview');
    expect((await app.request(entry)).status).toBe(404);
    const ended = await app.request('/?preview=end', { headers: { cookie } });
    expect(ended.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^preview=;/));
  });

  it('is named in the id of its set, which has at most 64 characters', async () => {
    const host = (origin: string) => new URL(origin).host;
    const idFor = async (headers: Record<string, string>) =>
      /"id":"([^"]*)"/.exec(await (await app.request('/', { headers })).text())?.[1];
    const { cookie } = await follow(link());
    const live = await idFor({});
    expect(await idFor({ cookie })).toBe(`${live}+mfe-quiz@${host(dev.origin)}`);

    const pricing = testPricing('7.0.0');
    const other = await startReceiver(() => ({ status: 200, body: JSON.stringify(pricing.manifest) }));
    const both = await follow(`/?remote=mfe-pricing@${other.origin}/`, app, { cookie });
    const full = `${live}+mfe-quiz@${host(dev.origin)}+mfe-pricing@${host(other.origin)}`;
    expect(full.length).toBeGreaterThan(64);
    expect(await idFor({ cookie: both.cookie })).toBe(full.slice(0, 64));
    await other.close();
  });

  it('is in a cookie that ends with the browser, and that no script can read', async () => {
    expect((await follow(link())).line).toMatch(/^preview=[^;]+; path=\/; samesite=lax; httponly$/);
  });

  it('has the files that its description lists, and no others', async () => {
    const { cookie } = await follow(link());
    for (const path of [
      entry.replace('remoteEntry.js', 'remote.json'),
      entry.replace('remoteEntry.js', 'other.js'),
      entry.replace('remoteEntry.js', 'constructor'),
      entry.replace('mfe-quiz', 'mfe-pricing'),
    ])
      expect([path, (await app.request(path, { headers: { cookie } })).status]).toEqual([path, 404]);
  });

  it('is started also by the URL of the description, and by the IPv6 of this machine', async () => {
    const { cookie } = await follow(`/?remote=mfe-quiz@${dev.origin}/remote.json`);
    const page = await app.request('/', { headers: { cookie } });
    expect(await page.text()).toContain('<h1>Quiz 7.0.0</h1>');
    expect((await follow('/?remote=mfe-quiz@http://[::1]:3100/')).cookie).toMatch(/^preview=./);
  });

  it('is added to those of other remotes, and replaces an earlier one of the same remote', async () => {
    const pricing = testPricing('7.0.0');
    const other = await startReceiver(() => ({ status: 200, body: JSON.stringify(pricing.manifest) }));
    let cookie = '';
    for (const address of [
      '/?remote=mfe-quiz@http://localhost:9/',
      `/?remote=mfe-pricing@${other.origin}/`,
      link(),
    ])
      ({ cookie } = await follow(address, app, { cookie }));
    const page = await (await app.request('/', { headers: { cookie } })).text();
    expect(page).toContain('<h1>Quiz 7.0.0</h1>');
    expect(page).toContain('"base":"/remotes/mfe-pricing/0.0.0+local/"');
    await other.close();
  });

  it('redirects within this site, regardless of leading slashes', async () => {
    const { response } = await follow(`//x//evil.example${link()}`);
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/x//evil.example/?utm_source=x',
    ]);
  });

  it('returns a text with a way out if the remote is not reachable', async () => {
    const { cookie } = await follow('/?remote=mfe-quiz@http://localhost:9/');
    const response = await app.request('/', { headers: { cookie } });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('cannot be loaded from http://localhost:9/. Open /?preview=end');
  });

  it('returns the same text if the URL responds with anything but the description of a remote', async () => {
    for (const body of ['{"status":"ok"}', '<!doctype html>']) {
      const elsewhere = await listen(
        new Koa().use((ctx) => {
          ctx.body = body;
        }),
        0,
        '127.0.0.1',
      );
      const { cookie } = await follow(`/?remote=mfe-quiz@${elsewhere.origin}/`);
      const response = await app.request('/', { headers: { cookie } });
      expect(response.status).toBe(503);
      expect(await response.text()).toContain(
        `remote.json of mfe-quiz cannot be loaded from ${elsewhere.origin}/.`,
      );
      await elsewhere.close();
    }
  });

  it('follows no redirect of its URL, which may lead to another machine', async () => {
    const redirecting = await startReceiver(({ path }) => ({
      status: 302,
      headers: { location: `${dev.origin}${path}` },
    }));
    const { cookie } = await follow(`/?remote=mfe-quiz@${redirecting.origin}/`);
    const response = await app.request('/', { headers: { cookie } });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain(
      `remote.json of mfe-quiz cannot be loaded from ${redirecting.origin}/.`,
    );
    await redirecting.close();
  });

  it('returns the same text after three seconds if the URL does not respond', async () => {
    const silent = await listen(
      new Koa().use(() => new Promise(() => undefined)),
      0,
      '127.0.0.1',
    );
    const { cookie } = await follow(`/?remote=mfe-quiz@${silent.origin}/`);
    const response = await app.request('/', { headers: { cookie } });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain(
      `remote.json of mfe-quiz cannot be loaded from ${silent.origin}/.`,
    );
    await silent.close();
  });

  it.each([
    ['a URL on another machine', () => '/?remote=mfe-quiz@http://example.com/'],
    ['a URL that looks local', () => '/?remote=mfe-quiz@http://localhost.example.com/'],
    ['no URL', () => '/?remote=mfe-quiz'],
    ['no name', () => `/?remote=@${dev.origin}/`],
    ['a name that no app can have', () => `/?remote=%20mfe-quiz@${dev.origin}/`],
    ['a URL of another protocol', () => '/?remote=mfe-quiz@https://localhost:3100/'],
  ])('is rejected with %s', async (_, address) => {
    expect(await follow(address())).toMatchObject({ response: { status: 200 }, cookie: '' });
  });

  it('does not exist in production, not even with a cookie from development', async () => {
    const [, production = app] = apps;
    expect(await follow(link(), production)).toMatchObject({ response: { status: 200 }, cookie: '' });
    const { cookie } = await follow(link());
    const page = await (await production.request('/', { headers: { cookie } })).text();
    expect(page).toContain('<h1>Quiz 1.0.0</h1>');
    expect(page).not.toContain('isPreview');
    expect((await production.request(entry, { headers: { cookie } })).status).toBe(404);
  });
});
