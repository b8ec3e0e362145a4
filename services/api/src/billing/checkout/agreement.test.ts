import { createHash } from 'node:crypto';

import type { Database } from '../../platform/database.ts';
import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { findSession, updatePageState } from '../checkout-session-repository.ts';
import { startVisit, startPaidFunnel, type PaidFunnel } from '../paid-funnel.testkit.ts';

const english = {
  locale: 'en',
  agreement:
    'By paying, you agree to the Terms and Conditions and the Subscription Terms, and confirm that you have read the Privacy Policy.',
  renewal_notice: 'First 4 weeks at $19.99, then $39.99 every 4 weeks until canceled.',
};
const german = {
  locale: 'de',
  agreement:
    'Mit der Zahlung akzeptieren Sie die Nutzungsbedingungen und die Abonnementbedingungen und bestätigen, dass Sie die Datenschutzerklärung gelesen haben.',
  renewal_notice:
    'Erste 4\u00a0Wochen für 19,99\u00a0$, danach alle 4\u00a0Wochen 39,99\u00a0$ bis zur Kündigung.',
};

describeOnEachEngine('the agreement of a checkout session', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    funnel = await startPaidFunnel(database);
  });
  afterEach(() => funnel.close());

  const openIn = async (visit: Awaited<ReturnType<typeof startVisit>>, language: string): Promise<string> =>
    (await (await visit.post({}, { 'x-locale': language })).json()).sessionId;

  it('is that of the page: a form with an earlier text is not returned again', async () => {
    const visit = await startVisit(funnel.app);
    const earlier = await openIn(visit, 'en');
    await database.db
      .updateTable('checkout_sessions')
      .set({ agreement: 'By paying, you agree to the terms of last year.' })
      .where('id', '=', earlier)
      .execute();
    const opened = await openIn(visit, 'en');
    expect(opened).not.toBe(earlier);
    expect(await findSession(database.db, opened)).toMatchObject(english);
  });

  it.each([
    ['en', english],
    ['de', german],
  ])(
    'is in the provider’s form and in the record, in the language of the page (%s)',
    async (language, shown) => {
      const sessionId = await openIn(await startVisit(funnel.app), language);
      expect(await findSession(database.db, sessionId)).toMatchObject({
        ...shown,
        agreement_shown_at: funnel.clock(),
      });
      const [form] = funnel.api.created;
      expect(form?.get('custom_text[submit][message]')).toBe(shown.agreement);
      expect(form?.get('metadata[locale]')).toBe(shown.locale);
      expect(form?.get('metadata[agreement_sha256]')).toBe(
        createHash('sha256').update(shown.agreement).digest('hex'),
      );
    },
  );

  it('stores the terms of the latest page, and opens a new session for another language', async () => {
    const visit = await startVisit(funnel.app);
    const sessionId = await openIn(visit, 'en');
    const openedAt = funnel.clock();
    funnel.advance(1000);
    expect(await openIn(visit, 'en')).toBe(sessionId);
    const shown = async (id: string) => findSession(database.db, id);
    expect(await shown(sessionId)).toMatchObject({ ...english, agreement_shown_at: openedAt });
    await visit.post({}, { cookie: await visit.withSet('set-9'), 'x-locale': 'en' });
    expect(await shown(sessionId)).toMatchObject({ ...english, agreement_shown_at: openedAt + 1000 });
    expect(await openIn(visit, 'de')).not.toBe(sessionId);
    expect(await shown(sessionId)).toMatchObject({ status: 'expired', ...english });
  });

  it('stays that of the page on which it was paid, if another page has read it as open a moment before', async () => {
    const visit = await startVisit(funnel.app);
    const sessionId = await openIn(visit, 'en');
    funnel.api.complete(sessionId);
    await visit.read(sessionId);
    const paid = await findSession(database.db, sessionId);
    expect(paid?.status).toBe('paid');
    const later = { set_id: 'set-9', terms_build: 'mfe-legal@9.0.0 sha256-d9', quiz_state: '{}', arms: null };
    expect(await updatePageState(database.db, sessionId, later, funnel.clock() + 1)).toBeUndefined();
    expect(await findSession(database.db, sessionId)).toEqual(paid);
  });
});
