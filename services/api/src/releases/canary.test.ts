import { request as httpRequest } from 'node:http';

import { releaseSetSchema } from '@funnel/contracts/release';

import { createCookieJar } from '../platform/cookie-jar.testkit.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';
import { openBrowser } from './browser.testkit.ts';
import {
  audit,
  updateCanary,
  prepareSet,
  preview,
  promote,
  rollback,
  status,
} from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from './release.testkit.ts';

const hourMs = 3_600_000;

/**
 * The visits of visit-0 to visit-29 whose bucket for the canary with mfe-quiz@1.1.0 is below 40. The buckets were
 * computed with Python, from the SHA-256 of `77c8044c0f8f visit-0` and so on.
 */
const inCanary = [1, 7, 8, 10, 15, 17, 18, 23, 26];

/** Returns the redirect's location. The path is sent unchanged, because `fetch` would normalize it. */
const rawLocation = ({ origin }: TestApp, path: string) =>
  new Promise<string>((resolve, reject) => {
    const call = httpRequest(origin, { path }, (response) => {
      response.resume();
      resolve(response.headers.location ?? `no redirect, but ${response.statusCode}`);
    });
    call.on('error', reject).end();
  });

describeOnEachEngine('a canary', (open) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  const client = () => clientOf(app);
  const canaryOf = async () => (await status(client())).canary;

  /** Starts this many visits and returns each with its quiz version. */
  async function visitors(count: number, idOf?: (at: number) => string) {
    const browsers = Array.from({ length: count }, (_, at) => openBrowser(app, idOf?.(at)));
    return Promise.all(browsers.map(async (browser) => ({ browser, quiz: await browser.quiz() })));
  }

  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock });
    await promote(client(), await publishProduct(app));
    for (const version of ['1.1.0', '1.2.0', '1.3.0', '1.4.0']) await publishTest(app, testQuiz(version));
  });
  afterAll(() => app.close());

  it('is assigned to a share of new visitors, who keep it while its percentage increases and after it is promoted', async () => {
    const [early] = await visitors(1);
    const { canary } = await promote(client(), ['mfe-quiz@1.1.0'], { canary: 40, note: 'try it' });
    expect(canary).toMatchObject({
      percent: 40,
      startedAt: expect.any(Number),
      set: { members: { 'mfe-quiz': '1.1.0' } },
    });
    const canaryId = canary?.set.id ?? '';

    expect(canaryId).toBe('77c8044c0f8f');
    const all = await visitors(30, (at) => `visit-${at}`);
    expect(all.flatMap(({ quiz }, at) => (quiz === '1.1.0' ? [at] : []))).toEqual(inCanary);
    expect(all.filter(({ quiz }) => quiz === '1.0.0')).toHaveLength(21);
    expect(await early?.browser.quiz()).toBe('1.0.0');

    await expect(updateCanary(client(), { action: 'widen', percent: 40 })).rejects.toMatchObject({
      message: 'The canary already gets 40 %. Set a higher percentage, or stop it.',
    });
    await updateCanary(client(), { action: 'widen', percent: 99, note: 'all is well' });
    for (const { browser, quiz } of all) expect(await browser.quiz()).toBe(quiz);

    await expect(promote(client(), ['mfe-quiz@1.2.0'])).rejects.toMatchObject({
      message: `A canary of the set ${canaryId} runs at 99 %. Finish or stop it first.`,
    });
    const finished = await updateCanary(client(), { action: 'finish' });
    expect(finished).toMatchObject({ set: { id: canaryId, withdrawnAt: null }, canary: null });
    for (const { browser, quiz } of all) expect(await browser.quiz('/goal')).toBe(quiz);
    expect((await visitors(1))[0]?.quiz).toBe('1.1.0');

    advance(24 * hourMs);
    for (const { browser } of all) expect(await browser.quiz()).toBe('1.1.0');
  });

  it('is removed from its visitors at their next page load when it is stopped, and can be started again', async () => {
    await promote(client(), ['mfe-quiz@1.2.0'], { canary: 99 });
    const [one] = (await visitors(20)).filter(({ quiz }) => quiz === '1.2.0');
    const stopped = await updateCanary(client(), { action: 'stop', note: 'odd' });
    expect(stopped.canary).toBeNull();
    expect(await one?.browser.quiz()).toBe('1.1.0');
    await expect(updateCanary(client(), { action: 'stop' })).rejects.toMatchObject({
      message: 'No canary is running.',
    });
    const again = await promote(client(), ['mfe-quiz@1.2.0'], { canary: 99 });
    expect([again.canary?.set.withdrawnAt, again.set?.withdrawnAt]).toEqual([null, null]);
    expect((await visitors(20)).some(({ quiz }) => quiz === '1.2.0')).toBe(true);
    await updateCanary(client(), { action: 'stop' });
  });

  it('is not changed by an operator who saw another one', async () => {
    const seen = (await promote(client(), ['mfe-quiz@1.3.0'], { canary: 10 })).canary?.set.id;
    await updateCanary(client(), { action: 'stop', set: seen });
    const running = await promote(client(), ['mfe-quiz@1.4.0'], { stages: [{ percent: 10, minutes: 60 }] });
    const id = running.canary?.set.id;
    for (const action of ['hold', 'resume', 'stop', 'finish', 'widen'] as const) {
      const request = action === 'widen' ? { action, percent: 50 } : { action };
      await expect(updateCanary(client(), { ...request, set: seen })).rejects.toMatchObject({
        code: 'promotion-refused',
        message: expect.stringMatching(
          `^Set ${id} \\(number \\d+\\) is the canary now, not ${seen}\\.\nProduction has changed meanwhile`,
        ),
      });
    }
    expect(await canaryOf()).toEqual(running.canary);
    await updateCanary(client(), { action: 'stop', set: id });
  });

  it('ends when its stable set is rolled back', async () => {
    await promote(client(), ['mfe-quiz@1.3.0'], { canary: 50 });
    const all = await visitors(20);
    expect(new Set(all.map(({ quiz }) => quiz))).toEqual(new Set(['1.1.0', '1.3.0']));
    await rollback(client(), undefined, 'night');
    expect(await canaryOf()).toBeNull();
    for (const { browser } of all) expect(await browser.quiz()).toBe('1.0.0');
  });

  it('records every deployment', async () => {
    const { deployments, numbers } = await audit(client());
    const named = deployments
      .map(({ action, percent, note, from, to }) => [
        action,
        percent,
        note,
        from === null ? null : numbers[from],
        numbers[to],
      ])
      .toReversed();
    expect(named).toEqual([
      ['promote', null, '', null, 1],
      ['canary', 40, 'try it', 1, 2],
      ['widen', 99, 'all is well', 1, 2],
      ['finish', null, '', 1, 2],
      ['canary', 99, '', 2, 3],
      ['stop', null, 'odd', 3, 2],
      ['canary', 99, '', 2, 3],
      ['stop', null, '', 3, 2],
      ['canary', 10, '', 2, 4],
      ['stop', null, '', 4, 2],
      ['canary', 10, '', 2, 5],
      ['stop', null, '', 5, 2],
      ['canary', 50, '', 2, 4],
      ['rollback', null, 'night', 2, 1],
    ]);
  });

  it('moves the visitors of the previous set if the promotion withdraws it', async () => {
    const [inFunnel] = await visitors(1);
    await promote(client(), ['mfe-quiz@1.4.0'], { withdraw: true });
    expect(await inFunnel?.browser.quiz()).toBe('1.4.0');
    expect((await audit(client())).deployments[0]?.note).toBe('[visitors moved]');
    await rollback(client());
  });

  it('returns a visitor’s set to a page with or without cookies', async () => {
    const [one] = await visitors(1);
    const stable = (await status(client())).set?.id ?? '';
    const send = async (headers: Record<string, string>) =>
      releaseSetSchema.parse(await (await app.request('/api/release-set', { headers })).json()).id;
    await promote(client(), ['mfe-quiz@1.2.0'], { canary: 1 });
    const canaryId = (await canaryOf())?.set.id ?? '';
    for (let at = 0; at < 5; at++) expect(await send({ 'x-release-set': canaryId })).toBe(canaryId);
    await updateCanary(client(), { action: 'widen', percent: 99 });
    expect((await one?.browser.shownSet())?.id).toBe(stable);
    for (let at = 0; at < 5; at++) expect(await send({ 'x-release-set': stable })).toBe(stable);
    // A visit with cookies gets its assigned set, regardless of what its page reports.
    const visit = createCookieJar();
    visit.store(await app.request('/api/config'));
    const assigned = await send({ cookie: visit.header() });
    for (const claimed of [stable, canaryId])
      expect(await send({ cookie: visit.header(), 'x-release-set': claimed })).toBe(assigned);
    await updateCanary(client(), { action: 'stop' });
    expect(await send({ 'x-release-set': canaryId })).toBe(stable);
    // A set that was never promoted is for previews alone.
    await publishTest(app, testQuiz('1.5.0'));
    const { id: prepared } = await prepareSet(client(), ['mfe-quiz@1.5.0']);
    expect(await send({ 'x-release-set': prepared })).toBe(stable);
  });

  describe('a preview', () => {
    const linkOf = async (setId: string) => {
      const { url } = await preview(client(), setId);
      return new URL(url).search;
    };
    const hiddenSet = async () => {
      const { deployments } = await audit(client());
      return deployments.find(({ action }) => action === 'canary')?.to ?? '';
    };

    it('shows a set that is not live, until it is ended or a day has passed', async () => {
      const browser = openBrowser(app);
      const setId = await hiddenSet();
      const followed = await browser.open(`/goal${await linkOf(setId)}&utm_source=x`);
      expect([followed.status, followed.headers.get('location')]).toEqual([303, '/goal?utm_source=x']);
      expect(await browser.shownSet()).toMatchObject({ id: setId, isPreview: true });
      expect((await openBrowser(app).shownSet()).id).not.toBe(setId);

      await browser.open('/?preview=end');
      expect((await browser.shownSet()).id).not.toBe(setId);
      await browser.open(`/${await linkOf(setId)}`);
      expect((await browser.shownSet()).id).toBe(setId);
      advance(24 * hourMs);
      expect((await browser.shownSet()).id).not.toBe(setId);
    });

    it('is kept by the browser for a day, and begins also from a link on another site', async () => {
      const browser = openBrowser(app);
      const followed = await browser.open(`/${await linkOf(await hiddenSet())}`);
      const cookie = followed.headers.getSetCookie().find((line) => line.startsWith('preview='));
      expect(cookie).toMatch(/; samesite=lax; httponly$/);
      browser.jar.pass(24 * hourMs - 60_000);
      expect(browser.jar.cookies.has('preview')).toBe(true);
      browser.jar.pass(24 * hourMs);
      expect(browser.jar.cookies.has('preview')).toBe(false);
    });

    it('is in a secure cookie, like the assigned set, if PUBLIC_URL is https', async () => {
      const environment = { PUBLIC_URL: 'https://quiz.example.com' };
      const secure = await startTestApp({ database: app.context.database, clock, environment });
      const responses = [
        await secure.request('/'),
        await secure.request(`/${await linkOf(await hiddenSet())}`),
      ];
      const cookies = responses.flatMap(({ headers }) => headers.getSetCookie());
      for (const name of ['__Host-visit', 'release', 'preview'])
        expect(cookies).toContainEqual(expect.stringMatching(`^${name}=.*; secure`));
      await secure.close();
    });

    it.each(['//x//evil.example/', '//evil.example/', '/\\evil.example/', '/.//evil.example', '//', '//['])(
      'redirects within this site from %s',
      async (path) => {
        const location = await rawLocation(app, `${path}?preview=end&utm_source=x`);
        expect(location).toMatch(/^\/(?![/\\]).*\?utm_source=x$/);
        expect(new URL(location, app.origin).origin).toBe(app.origin);
      },
    );

    it('is rejected for a set that does not exist', async () => {
      await expect(preview(client(), 'ffffffffffff')).rejects.toMatchObject({ code: 'not-found' });
    });

    it.each([
      ['a changed set', (link: string) => link.replace(/set\.\w{12}/, 'set.aaaaaaaaaaaa')],
      ['a later expiry', (link: string) => link.replace(/=\d+\./, '=9999999999999.')],
      ['another signature', (link: string) => `${link.slice(0, -3)}AAA`],
      ['no signature', () => '?preview=aaaaaaaaaaaa'],
    ])('is rejected with a message if the link has %s', async (_, forge) => {
      const browser = openBrowser(app);
      const response = await browser.open(`/${forge(await linkOf(await hiddenSet()))}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        400,
        'text/plain; charset=utf-8',
      ]);
      expect(await response.text()).toMatch(/^This preview link is not valid\./);
      expect(await browser.shownSet()).not.toHaveProperty('isPreview');
      expect(browser.jar.cookies.has('preview')).toBe(false);
    });

    it('is rejected with a message if the link has expired', async () => {
      const browser = openBrowser(app);
      const link = await linkOf(await hiddenSet());
      advance(24 * hourMs);
      const response = await browser.open(`/${link}`);
      expect(response.status).toBe(410);
      expect(await response.text()).toMatch(/^This preview link has expired\./);
      expect(browser.jar.cookies.has('preview')).toBe(false);
    });

    it('ignores an empty parameter, and goes on', async () => {
      const browser = openBrowser(app);
      const setId = await hiddenSet();
      await browser.open(`/${await linkOf(setId)}`);
      const response = await browser.open('/goal?preview=&utm_source=x');
      expect([response.status, response.headers.get('location')]).toEqual([303, '/goal?utm_source=x']);
      expect(await browser.shownSet()).toMatchObject({ id: setId, isPreview: true });
    });

    it('cannot be started by an unsigned cookie, header or query parameter', async () => {
      const setId = await hiddenSet();
      const stable = (await status(client())).set?.id;
      const far = clock() + hourMs;
      for (const [path, headers] of [
        ['/', { cookie: `release=${setId}.${clock()}.AAAA` }],
        ['/', { cookie: `preview=${far}.set.${setId}.AAAA` }],
        ['/', { cookie: `release=${setId}; preview=${setId}` }],
        ['/', { 'x-release-set': setId }],
        [`/?set=${setId}&release=${setId}`, {}],
      ] as const) {
        const response = await app.request(path, { headers, redirect: 'follow' });
        expect(await response.text()).toContain(`"id":"${stable}"`);
      }
    });
  });
});
