import { startVisit } from '../billing/paid-funnel.testkit.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  type TestApp,
} from '../platform/service.testkit.ts';

const dayMs = 86_400_000;
const offerMs = 597_000;

describeOnEachEngine('the cookie with the deadline of an offer', (open) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  let overHttps: TestApp;
  beforeAll(async () => {
    const database = await open();
    app = await startTestApp({ database, clock });
    overHttps = await startTestApp({
      database,
      clock,
      environment: { PUBLIC_URL: 'https://quiz.example.com' },
    });
  });
  afterAll(() => Promise.all([app, overHttps].map((one) => one.close())));

  /** The lines that set the cookie, after a page has reported an offer with this cookie. */
  async function written(cookie: string, at = app): Promise<string[]> {
    const response = await at.post('/api/offer', { remainingMs: 60_000 }, { cookie });
    expect(response.status).toBe(200);
    return response.headers.getSetCookie().filter((line) => line.startsWith('offer-deadline='));
  }
  const firstSeen = (daysAgo: number) => clock() + offerMs - daysAgo * dayMs;

  // Safari keeps a cookie that a script has written for seven days, and for one after a click on an ad:
  // https://webkit.org/blog/9521/intelligent-tracking-prevention-2-3/
  it.each([
    { daysAgo: 0, daysLeft: 30 },
    { daysAgo: 6, daysLeft: 24 },
    { daysAgo: 29, daysLeft: 1 },
  ])(
    'is written again by the service until 30 days after the first view, $daysAgo days after it',
    async ({ daysAgo, daysLeft }) => {
      const deadlineMs = firstSeen(daysAgo);
      const [line = '', ...more] = await written(`other=1; offer-deadline=${deadlineMs}`);
      expect(more).toEqual([]);
      const [, expires = ''] =
        new RegExp(`^offer-deadline=${deadlineMs}; path=/; expires=([^;]+); samesite=lax$`).exec(line) ?? [];
      expect(Math.round((Date.parse(expires) - Date.now()) / dayMs)).toBe(daysLeft);
    },
  );

  it('is kept for 30 days at most, even if the clock of the browser is ahead', async () => {
    const [line = ''] = await written(`offer-deadline=${firstSeen(-5)}`);
    const [, expires = ''] = /expires=([^;]+)/.exec(line) ?? [];
    expect(Math.round((Date.parse(expires) - Date.now()) / dayMs)).toBe(30);
  });

  it.each(['', 'offer-deadline=soon', `offer-deadline=${firstSeen(30)}`])(
    'is not written after a report with the cookie "%s"',
    async (cookie) => {
      expect(await written(cookie)).toEqual([]);
    },
  );

  it('has the earlier end of page and service with OFFER_EXPIRY=enforce, so that no script writes it again', async () => {
    const enforcing = await startTestApp({
      database: app.context.database,
      clock,
      environment: { OFFER_EXPIRY: 'enforce' },
    });
    const visit = await startVisit(enforcing);
    const deadlineMs = clock() + offerMs;
    const report = (remainingMs: number) =>
      enforcing.post(
        '/api/offer',
        { remainingMs },
        { cookie: `${visit.cookie}; offer-deadline=${deadlineMs}` },
      );
    await report(offerMs);
    advance(60_000);
    // The page has a second more left than the service.
    const response = await report(offerMs - 59_000);
    expect(await response.json()).toEqual({ remainingMs: offerMs - 60_000 });
    expect(response.headers.getSetCookie()).toEqual(
      expect.arrayContaining([expect.stringMatching(`^offer-deadline=${deadlineMs - 1_000};`)]),
    );
    await enforcing.close();
  });

  it('is sent over HTTPS only, if the product is', async () => {
    const [line = ''] = await written(`offer-deadline=${firstSeen(0)}`, overHttps);
    expect(line).toMatch(/; samesite=lax; secure$/);
  });
});
