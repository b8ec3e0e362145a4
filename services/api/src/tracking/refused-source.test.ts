import { randomUUID } from 'node:crypto';

import { createCookieJar } from '../platform/cookie-jar.testkit.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startAssignedVisit,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';

describeOnEachEngine('the source of a visitor who refuses advertising', (open) => {
  const { clock } = createTestClock();
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock, environment: { CONSENT: 'required' } });
  });
  afterEach(() => app.context.database.db.deleteFrom('visits').execute());
  afterAll(() => app.close());

  const gpc = { 'sec-gpc': '1' };
  const declined = { cookie: `consent=denied.${clock()}.1` };
  type Headers = Readonly<Record<string, string>>;

  /** A browser of a new visit, whose cookies are as the service leaves them. */
  async function aBrowser() {
    const { cookie: visitCookies } = await startAssignedVisit(app, 'set-1');
    const jar = createCookieJar();
    const cookieOf = ({ cookie = '' }: Headers) =>
      [visitCookies, jar.header(), cookie].filter(Boolean).join('; ');
    return {
      jar,
      async load(path: string, headers: Headers) {
        jar.store(await app.request(path, { headers: { ...headers, cookie: cookieOf(headers) } }));
      },
      async view(headers: Headers) {
        const event = { id: randomUUID(), name: 'PageView', at: clock(), path: '/', setId: 'set-1' };
        const sent = { ...headers, cookie: cookieOf(headers) };
        expect((await app.post('/api/events', { events: [event] }, sent)).status).toBe(202);
      },
    };
  }
  const readTouches = () =>
    app.context.database.db.selectFrom('visits').select(['source', 'campaign']).execute();

  it.each([
    [
      'a campaign, with Global Privacy Control',
      '/?utm_source=Meta&utm_campaign=spring',
      gpc,
      'meta',
      'spring',
    ],
    ['a campaign, after declining', '/?utm_source=Meta&utm_campaign=spring', declined, 'meta', 'spring'],
    ['a click', '/?gclid=Cj0K', gpc, 'google', ''],
    ['a site', '/', { ...gpc, referer: 'https://blog.example.org/post?q=1' }, 'blog.example.org', ''],
    ['a typed URL', '/', gpc, 'direct', ''],
  ])('is %s', async (_, path, headers, source, campaign) => {
    const { load, view, jar } = await aBrowser();
    await load(path, headers);
    expect([...jar.cookies.keys()]).not.toContain('attribution');
    await view(headers);
    expect(await readTouches()).toEqual([{ source, campaign }]);
  });

  it('stays although the document is loaded again without a campaign', async () => {
    const { load, view } = await aBrowser();
    await load('/?utm_source=meta&utm_campaign=spring', gpc);
    await load('/step-1', gpc);
    await view(gpc);
    expect(await readTouches()).toEqual([{ source: 'meta', campaign: 'spring' }]);
  });

  it('is remembered for an hour', async () => {
    const { load, view } = await aBrowser();
    await load('/?utm_source=meta&utm_campaign=spring', gpc);
    const uptime = performance.now.bind(performance);
    const now = jest.spyOn(performance, 'now').mockImplementation(() => uptime() + 59 * 60_000);
    await view(gpc);
    now.mockRestore();
    expect(await readTouches()).toEqual([{ source: 'meta', campaign: 'spring' }]);
  });

  it('is kept if the visitor declines before the first page view is reported', async () => {
    const { load, view, jar } = await aBrowser();
    await load('/?utm_source=meta&utm_campaign=spring', {});
    expect([...jar.cookies.keys()]).toContain('attribution');
    jar.cookies.delete('attribution');
    await view(declined);
    expect(await readTouches()).toEqual([{ source: 'meta', campaign: 'spring' }]);
  });

  it('is unknown, not direct, if another replica served the document', async () => {
    const { view } = await aBrowser();
    await view(gpc);
    expect(await readTouches()).toEqual([{ source: 'unknown', campaign: '' }]);
  });

  it('is that of each visit alone', async () => {
    const [one, other] = [await aBrowser(), await aBrowser()];
    await one.load('/?utm_source=meta', gpc);
    await other.load('/?utm_source=tiktok', gpc);
    await one.view(gpc);
    expect(await readTouches()).toEqual([{ source: 'meta', campaign: '' }]);
  });
});
