import { startPaidFunnel, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { describeOnEachEngine } from '../platform/service.testkit.ts';
import { startBrowser } from './ad-journey.testkit.ts';

describeOnEachEngine('the cookie of a choice of consent', (open) => {
  const funnels: PaidFunnel[] = [];
  beforeAll(async () => {
    const database = await open();
    const environment = { CONSENT: 'required' };
    funnels.push(await startPaidFunnel(database, environment));
    const PUBLIC_URL = 'https://quiz.example.com';
    funnels.push(await startPaidFunnel(database, { ...environment, PUBLIC_URL }));
  });
  afterAll(async () => {
    for (const funnel of funnels) await funnel.close();
  });

  const start = (isHttps = false) => {
    const funnel = funnels[isHttps ? 1 : 0];
    if (!funnel) throw new Error('not started');
    return { funnel, browser: startBrowser(funnel.app, funnel.clock) };
  };
  const consentCookies = (response: Response) =>
    response.headers.getSetCookie().filter((line) => line.startsWith('consent='));

  // Safari keeps a cookie that a script has written for seven days: https://webkit.org/blog/8613/intelligent-tracking-prevention-2-1/
  it.each(['granted', 'denied'] as const)('is written again by the service, if %s', async (choice) => {
    const { funnel, browser } = start();
    expect(consentCookies(await browser.choose(choice))).toEqual([
      `consent=${choice}.${funnel.clock()}.1; Path=/; Max-Age=15552000; SameSite=Lax`,
    ]);
  });

  it('is sent over HTTPS only, if the product is', async () => {
    const { browser } = start(true);
    expect(consentCookies(await browser.choose('granted'))).toEqual([
      expect.stringMatching(/; SameSite=Lax; Secure$/),
    ]);
  });

  it('is not written for a visitor who withdrew', async () => {
    const { browser } = start();
    await browser.choose('granted');
    const response = await browser.choose(null);
    expect({ status: response.status, cookies: consentCookies(response) }).toEqual({
      status: 204,
      cookies: [],
    });
  });

  it('is not written from a copy that is older than the withdrawal', async () => {
    const { funnel, browser } = start();
    await browser.choose('granted');
    const old = browser.cookies.get('consent') ?? '';
    funnel.advance(1000);
    await browser.choose(null);
    browser.cookies.set('consent', old);
    const response = await browser.get('/api/consent', { method: 'POST' });
    expect({ status: response.status, cookies: consentCookies(response) }).toEqual({
      status: 204,
      cookies: [],
    });
  });
});
