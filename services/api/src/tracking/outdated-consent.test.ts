import { startPaidFunnel, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { describeOnEachEngine } from '../platform/service.testkit.ts';
import { recordConsentedView, startAdPlatforms, startBrowser } from './ad-journey.testkit.ts';

const hourMs = 3_600_000;

describeOnEachEngine('an outdated choice of consent', (open) => {
  let platforms: Awaited<ReturnType<typeof startAdPlatforms>>;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    platforms = await startAdPlatforms();
    funnel = await startPaidFunnel(await open(), { ...platforms.environment, CONSENT: 'required' });
  });
  beforeEach(() => {
    platforms.calls.length = 0;
    funnel.advance(hourMs);
  });
  afterAll(async () => {
    await funnel.close();
    await platforms.close();
  });

  const db = () => funnel.app.context.database.db;
  /** A browser whose clock is ahead of ours by the time that `skew` holds. */
  function browserWithClock() {
    const skew = { ms: 0 };
    return { skew, browser: startBrowser(funnel.app, () => funnel.clock() + skew.ms) };
  }
  const adContextOf = async (sessionId: string) =>
    (
      await db()
        .selectFrom('checkout_sessions')
        .select('ad_trace')
        .where('id', '=', sessionId)
        .executeTakeFirstOrThrow()
    ).ad_trace;

  it('that a late request carries stores no IP and no browser with a checkout session', async () => {
    const { browser } = browserWithClock();
    await browser.choose('granted');
    const old = browser.cookies.get('consent') ?? '';
    const allowed = await adContextOf(await browser.openCheckout('ada@example.com'));
    expect(allowed).toContain('Browser/1');
    funnel.advance(1000);
    await browser.choose('denied');
    browser.cookies.set('consent', old);
    expect(await adContextOf(await browser.openCheckout('ida@example.com'))).toBeNull();
  });

  it('is outdated by a later refusal even if the visitor’s clock was set back in between', async () => {
    const { browser, skew } = browserWithClock();
    skew.ms = hourMs / 2;
    await browser.choose('granted');
    const old = browser.cookies.get('consent') ?? '';
    funnel.advance(1000);
    skew.ms = 0;
    await browser.choose('denied');
    browser.cookies.set('consent', old);
    expect(await adContextOf(await browser.openCheckout('ada@example.com'))).toBeNull();

    await recordConsentedView(funnel, browser.visitId());
    await platforms.deliver(funnel.app);
    expect(platforms.received()).toEqual([]);
  });

  const decisionsOf = async (visitId: string) =>
    (
      await db()
        .selectFrom('consents')
        .select('choice')
        .where('visit_id', '=', visitId)
        .orderBy('received_at')
        .execute()
    ).map(({ choice }) => choice);

  it('that is missing in a request from before the consent withdraws nothing', async () => {
    const { browser } = browserWithClock();
    await browser.choose('granted');
    const consent = browser.cookies.get('consent') ?? '';
    const sessionId = await browser.openCheckout('ada@example.com');
    await browser.report({ name: 'ViewContent' });
    funnel.advance(59_000);
    browser.cookies.delete('consent');
    await browser.report({ name: 'PageView' });
    browser.cookies.set('consent', consent);
    await browser.report({ name: 'ViewContent' });
    await platforms.deliver(funnel.app);
    const atMeta = platforms.received().filter(({ destination }) => destination === 'meta');
    expect(atMeta.map(({ event }) => event).toSorted()).toEqual([
      'InitiateCheckout',
      'Lead',
      'ViewContent',
      'ViewContent',
    ]);
    expect(await adContextOf(sessionId)).toContain('Browser/1');
    expect(await decisionsOf(browser.visitId())).toEqual(['granted']);
  });

  it('that is missing a minute after the consent withdraws it', async () => {
    const { browser } = browserWithClock();
    await browser.choose('granted');
    await browser.report({ name: 'ViewContent' });
    funnel.advance(60_000);
    browser.cookies.delete('consent');
    await browser.report({ name: 'PageView' });
    await platforms.deliver(funnel.app);
    expect(platforms.received()).toEqual([]);
    expect(await decisionsOf(browser.visitId())).toEqual(['granted', 'withdrawn']);
  });

  it('does not block conversions after the visitor consented again, even if their clock was set back', async () => {
    const { browser, skew } = browserWithClock();
    skew.ms = hourMs / 2;
    await browser.choose('denied');
    funnel.advance(1000);
    skew.ms = 0;
    await browser.choose('granted');
    await browser.report({ name: 'ViewContent' });
    await platforms.deliver(funnel.app);
    expect(platforms.received().map(({ destination }) => destination)).toContain('meta');
  });
});
