import { randomUUID } from 'node:crypto';

import { startPaidFunnel, startVisit, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { describeOnEachEngine } from '../platform/service.testkit.ts';

describeOnEachEngine('of the emails of enforced offers', (open) => {
  let funnel: PaidFunnel;
  beforeAll(async () => {
    funnel = await startPaidFunnel(await open(), { OFFER_EXPIRY: 'enforce', TRUST_PROXY: '1' });
  });
  afterAll(() => funnel.close());

  const links = () => funnel.app.context.database.db.selectFrom('offer_emails').selectAll().execute();
  const newEmail = () => `${randomUUID()}@example.com`;
  type Visit = Awaited<ReturnType<typeof startVisit>>;
  async function checkOut(visit: Visit, email: string, address = '203.0.113.7') {
    const response = await visit.post({ email }, { cookie: visit.cookie, 'x-forwarded-for': address });
    expect(response.status).toBe(201);
  }
  /** Adds links like that of the visit, until there are 50. */
  async function addLinks(visit: Visit, changes: () => { visit_id: string } | { email_sha256: string }) {
    const [link] = (await links()).filter(({ visit_id }) => visit_id === visit.visitId);
    if (!link) throw new Error('there is no link');
    const rows = Array.from({ length: 49 }, () => ({ ...link, ...changes() }));
    await funnel.app.context.database.db.insertInto('offer_emails').values(rows).execute();
  }

  it('a visit has at most 50, and still checks out with others', async () => {
    const visit = await startVisit(funnel.app);
    const ofVisit = async () => (await links()).filter(({ visit_id }) => visit_id === visit.visitId);
    await checkOut(visit, newEmail());
    await addLinks(visit, () => ({ email_sha256: randomUUID() }));
    await checkOut(visit, newEmail());
    expect(await ofVisit()).toHaveLength(50);
  });

  it('each leads to at most 50 visits in one network', async () => {
    const [visit, next, elsewhere] = [
      await startVisit(funnel.app),
      await startVisit(funnel.app),
      await startVisit(funnel.app),
    ];
    const email = newEmail();
    await checkOut(visit, email);
    await addLinks(visit, () => ({ visit_id: randomUUID() }));
    await checkOut(next, email);
    await checkOut(elsewhere, email, '198.51.100.7');
    const visits = (await links()).map(({ visit_id }) => visit_id);
    expect([visits.includes(next.visitId), visits.includes(elsewhere.visitId)]).toEqual([false, true]);
  });
});
