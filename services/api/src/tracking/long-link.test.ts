import { createCookieJar } from '../platform/cookie-jar.testkit.ts';
import { describeOnEachEngine, startTestApp, type TestApp } from '../platform/service.testkit.ts';
import { promote } from '../releases/release-calls.testkit.ts';
import { clientOf, publishProduct } from '../releases/release.testkit.ts';

/** What Chrome sends besides, and a CDN adds. */
const usual = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  accept:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'accept-language': 'ja,en-US;q=0.9,en;q=0.8,de;q=0.7',
  'sec-ch-ua': '"Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
  'x-forwarded-for': '203.0.113.7, 198.51.100.1',
};

describeOnEachEngine('a visitor who follows a link with the longest texts of a campaign', (open) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: await open(), environment: { TRUST_PROXY: '1' } });
    await promote(clientOf(app), await publishProduct(app));
  });
  afterAll(() => app.close());

  it('sees the page again after a reload', async () => {
    const names = ['id', 'source', 'medium', 'campaign', 'term', 'content'];
    const campaign = new URLSearchParams(names.map((name) => [`utm_${name}`, '広'.repeat(100)]));
    const ids = Object.fromEntries(['fbclid', 'ttclid', 'gclid'].map((name) => [name, 'c'.repeat(400)]));
    const link = `/?${campaign}&${new URLSearchParams(ids)}`;
    const jar = createCookieJar();
    const load = async () => {
      const response = await app.request(link, { headers: { ...usual, cookie: jar.header() } });
      jar.store(response);
      return response.status;
    };
    expect(await load()).toBe(200);
    expect(jar.header().length).toBeGreaterThan(3000);
    expect(await load()).toBe(200);
  });
});
