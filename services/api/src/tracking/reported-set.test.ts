import { randomUUID } from 'node:crypto';

import { createCheckoutResponseSchema } from '@funnel/contracts/api';
import { releaseSetSchema } from '@funnel/contracts/release';
import { createCanaryAnalysis } from '@funnel/releases/auto-rollback/auto-rollback';

import { startPaidFunnel, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { createCookieJar, type CookieJar } from '../platform/cookie-jar.testkit.ts';
import { previewCookieHeader, describeOnEachEngine } from '../platform/service.testkit.ts';
import { promote } from '../releases/release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from '../releases/release.testkit.ts';
import { insertVisits, createVisit } from '../reports/analytics.testkit.ts';

describeOnEachEngine('the release set of a browser event', (open) => {
  let funnel: PaidFunnel;
  const client = () => clientOf(funnel.app);

  beforeAll(async () => {
    funnel = await startPaidFunnel(await open());
    await promote(client(), await publishProduct(funnel.app));
    for (const version of ['1.1.0', '1.2.0']) await publishTest(funnel.app, testQuiz(version));
  });
  afterAll(() => funnel.close());

  /** Loads a page and returns its release set. */
  async function load(jar: CookieJar): Promise<string> {
    const headers = { cookie: jar.header() };
    const page = await funnel.app.request('/', { headers });
    jar.store(page);
    const response = await funnel.app.request('/api/release-set', { headers: { cookie: jar.header() } });
    return releaseSetSchema.parse(await response.json()).id;
  }

  async function visitor() {
    const jar = createCookieJar();
    return { jar, setId: await load(jar) };
  }

  /** Reports an event and returns how it is stored. */
  async function storedEvent(changes: { readonly name: string; readonly setId: string }, cookie: string) {
    const event = { id: randomUUID(), at: 1, path: '/', ...changes };
    const response = await funnel.app.post('/api/events', { events: [event] }, { cookie });
    expect(response.status).toBe(202);
    const { db } = funnel.app.context.database;
    return db.selectFrom('events').selectAll().where('id', '=', event.id).executeTakeFirstOrThrow();
  }

  /** Reports a failure in `setId` and returns the set that it is attributed to. */
  const attributedSetFor = async (setId: string, cookie: string) =>
    (await storedEvent({ name: 'ResourceFailed', setId }, cookie)).set_id;

  const only = ({ cookies }: CookieJar, name: string) => `${name}=${cookies.get(name)}`;

  it('is attributed if it is assigned to this browser', async () => {
    const { jar, setId } = await visitor();
    expect(await attributedSetFor(setId, jar.header())).toBe(setId);
  });

  it('is stored with the remote, its version and the measured value, if it has them', async () => {
    const { jar, setId } = await visitor();
    const measured = { remote: 'mfe-quiz', version: '1.0.0', measure: 42 };
    expect(await storedEvent({ name: 'WebVital', setId, ...measured }, jar.header())).toMatchObject(measured);
    const without = { remote: null, version: null, measure: null };
    expect(await storedEvent({ name: 'PageView', setId }, jar.header())).toMatchObject(without);
  });

  it('of a browser that has loaded no page is attributed unless it is a failure', async () => {
    const jar = createCookieJar();
    const response = await funnel.app.request('/api/release-set');
    jar.store(response);
    const { id: setId } = releaseSetSchema.parse(await response.json());
    expect(await attributedSetFor(setId, jar.header())).toBeNull();
    expect(await storedEvent({ name: 'PageView', setId }, jar.header())).toMatchObject({ set_id: setId });
  });

  it('is not attributed if it is not assigned to this browser', async () => {
    const one = await visitor();
    const other = await visitor();
    const { setId } = one;
    expect(await attributedSetFor(setId, '')).toBeNull();
    expect(await attributedSetFor('another-set', one.jar.header())).toBeNull();
    expect(await attributedSetFor(setId, only(one.jar, 'visit'))).toBeNull();
    expect(await attributedSetFor(setId, only(one.jar, 'release'))).toBeNull();
    expect(
      await attributedSetFor(setId, `${only(one.jar, 'visit')}; ${only(other.jar, 'release')}`),
    ).toBeNull();
    const forged = only(one.jar, 'release').replace(/.{3}$/, 'AAA');
    expect(await attributedSetFor(setId, `${only(one.jar, 'visit')}; ${forged}`)).toBeNull();
    expect(
      await attributedSetFor(setId, `${one.jar.header()}; ${await previewCookieHeader(funnel.app)}`),
    ).toBeNull();
  });

  it('is still attributed on the page on which the visitor paid, while the next page loads the live set', async () => {
    const { jar, setId } = await visitor();
    const order = { planId: 'plan2', email: 'vera@example.com', attemptId: randomUUID() };
    const opened = await funnel.app.post('/api/create-checkout', order, { cookie: jar.header() });
    const { sessionId } = createCheckoutResponseSchema.parse(await opened.json());
    await promote(client(), ['mfe-quiz@1.1.0']);
    expect(await load(jar)).toBe(setId);

    funnel.api.complete(sessionId);
    jar.store(
      await funnel.app.request(`/api/checkout-sessions/${sessionId}`, { headers: { cookie: jar.header() } }),
    );
    expect(await attributedSetFor(setId, jar.header())).toBe(setId);
    expect(await load(jar)).not.toBe(setId);
  });

  it('does not roll back a canary because of reports from unassigned browsers', async () => {
    const { canary, set } = await promote(client(), ['mfe-quiz@1.2.0'], { canary: 50 });
    funnel.advance(1000);
    const { db } = funnel.app.context.database;
    const stable = Array.from({ length: 300 }, () =>
      createVisit({ setId: set?.id ?? '', at: funnel.clock() }),
    );
    await insertVisits(db, stable);
    const canaryId = canary?.set.id ?? '';
    let inCanary = await visitor();
    while (inCanary.setId !== canaryId) inCanary = await visitor();
    const cookies = ['', only(inCanary.jar, 'release')];
    for (let at = 0; at < 250; at++) await attributedSetFor(canaryId, cookies[at % 2] ?? '');
    expect(await createCanaryAnalysis(funnel.app.context)()).toBe(false);
    // Repeated reports of one assigned visit count once.
    for (let at = 0; at < 250; at++) await attributedSetFor(canaryId, inCanary.jar.header());
    expect(await createCanaryAnalysis(funnel.app.context)()).toBe(false);
  });
});
