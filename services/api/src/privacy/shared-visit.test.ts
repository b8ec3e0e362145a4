import { createHash, randomUUID } from 'node:crypto';

import { startPaidFunnel, startVisit, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { enqueue } from '../deliveries/outbox-repository.ts';
import { aLead } from '../leads/a-lead.testkit.ts';
import type { Database } from '../platform/database.ts';
import { describeOnEachEngine } from '../platform/service.testkit.ts';
import { runPrivacy } from './privacy-command.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const adPlatform = { AD_PLATFORM_URL: 'http://127.0.0.1:9/ads', AD_PLATFORM_PIXEL_ID: 'PX-1' };

describeOnEachEngine('a visit that two people share', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  const run = (...args: string[]) => runPrivacy(args, async () => ({ database, dataDir: null }));

  beforeAll(async () => {
    database = await open();
    funnel = await startPaidFunnel(database, { ...adPlatform, OFFER_EXPIRY: 'enforce' });
  });
  afterAll(() => funnel.close());

  /** Two people leave their emails in one browser, after it reported a page view. */
  async function shareVisit(one: string, other: string) {
    const { cookie } = await startVisit(funnel.app);
    const view = { id: randomUUID(), name: 'PageView', at: 1, path: '/', setId: '' };
    await funnel.app.post('/api/events', { events: [view] }, { cookie });
    for (const email of [one, other]) await funnel.app.post('/api/leads', aLead({ email }), { cookie });
    return { view: `ad-platform_${view.id}` };
  }
  /** The waiting conversions: the email's hash that each contains, or its id if it contains none. */
  const conversions = async (ofVisitWith: string) => {
    const rows = await database.db
      .selectFrom('outbox')
      .select(['id', 'payload'])
      .where('kind', '=', 'conversion')
      .where('visit_id', 'in', (from) =>
        from.selectFrom('leads').select('visit_id').where('email', '=', ofVisitWith),
      )
      .execute();
    return rows.map(({ id, payload }) => JSON.parse(payload).emailSha256 ?? id).toSorted();
  };
  const exportOf = async (email: string) => JSON.parse((await run('export', email)).out).tables;
  const contentOf = (rows: { id: string; payload: string }[]) =>
    rows.map(({ id, payload }) => JSON.parse(payload).emailSha256 ?? id).toSorted();

  it('is exported without the conversions and the offer of the other person', async () => {
    const { view } = await shareVisit('ada@example.com', 'bob@example.com');
    const { outbox, offer_emails } = await exportOf('ada@example.com');
    expect(contentOf(outbox)).toEqual([sha256('ada@example.com'), view].toSorted());
    expect(offer_emails).toMatchObject([{ email_sha256: sha256('ada@example.com') }]);
  });

  it('names no other person if the email of another session of the visit was removed', async () => {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open({ email: 'carl@example.com' });
    await database.db
      .updateTable('checkout_sessions')
      .set({ email: '', status: 'expired' })
      .where('id', '=', sessionId)
      .execute();
    await funnel.app.post('/api/leads', aLead({ email: 'dora@example.com' }), { cookie: visit.cookie });
    await database.db.deleteFrom('leads').where('email', '=', 'carl@example.com').execute();
    const { notes } = await run('export', 'dora@example.com');
    expect(notes).toEqual([expect.stringMatching(/ about dora@example\.com\.$/)]);
  });

  it('is exported without the events of the leads and checkout sessions of the other person', async () => {
    const visit = await startVisit(funnel.app);
    const { cookie } = visit;
    const view = { id: randomUUID(), name: 'PageView', at: 1, path: '/', setId: '' };
    await funnel.app.post('/api/events', { events: [view] }, { cookie });
    const leads = new Map<string, string>();
    for (const email of ['ida@example.com', 'max@example.com']) {
      const lead = aLead({ email });
      leads.set(email, lead.leadId);
      await funnel.app.post('/api/leads', lead, { cookie });
      const { sessionId } = await visit.open({ email, planId: email.startsWith('ida') ? 'plan1' : 'plan2' });
      leads.set(`${email} session`, sessionId);
    }
    // Opening a second session has ended the first.
    const paid = leads.get('max@example.com session') ?? '';
    funnel.api.complete(paid);
    await visit.read(paid);
    for (const [own, other, purchases] of [
      ['ida@example.com', 'max@example.com', []],
      ['max@example.com', 'ida@example.com', ['Purchase']],
    ] as const) {
      const { events } = await exportOf(own);
      expect(events.map(({ name }: { name: string }) => name).toSorted()).toEqual([
        'InitiateCheckout',
        'Lead',
        'PageView',
        ...purchases,
      ]);
      const text = JSON.stringify(events);
      for (const about of [own, `${own} session`]) expect(text).toContain(leads.get(about));
      for (const about of [other, `${other} session`]) expect(text).not.toContain(leads.get(about));
    }
  });

  it('keeps the conversions and the offer of the other person when one is erased', async () => {
    const { view } = await shareVisit('eve@example.com', 'dan@example.com');
    expect(await conversions('dan@example.com')).toEqual(
      [sha256('eve@example.com'), sha256('dan@example.com'), view].toSorted(),
    );
    await run('delete', 'eve@example.com');
    expect(await conversions('dan@example.com')).toEqual([sha256('dan@example.com')]);
    const links = await database.db
      .selectFrom('offer_emails')
      .select('email_sha256')
      .where('email_sha256', 'in', [sha256('eve@example.com'), sha256('dan@example.com')])
      .execute();
    expect(links).toEqual([{ email_sha256: sha256('dan@example.com') }]);
  });

  it('keeps the lead of the other person for the webhook when one is erased, and exports it for the other only', async () => {
    await shareVisit('una@example.com', 'tom@example.com');
    const lead = await database.db
      .selectFrom('leads')
      .select(['id', 'visit_id'])
      .where('email', '=', 'tom@example.com')
      .executeTakeFirstOrThrow();
    const id = `lead_${lead.id}`;
    const payload = JSON.stringify({ email: 'tom@example.com' });
    const delivery = { id, destination: 'lead-webhook', kind: 'lead', payload, visit_id: lead.visit_id };
    await enqueue(database.db, delivery, funnel.clock());
    const deliveriesOf = async (email: string) =>
      (await exportOf(email)).outbox.map((row: { id: string }) => row.id);
    expect(await deliveriesOf('una@example.com')).not.toContain(id);
    await run('delete', 'una@example.com');
    expect(await deliveriesOf('tom@example.com')).toContain(id);
  });

  it('counts an underscore or a percent sign in an email as itself, not as any character', async () => {
    const deliver = (id: string, email: string) =>
      enqueue(database.db, { id, destination: 'there', kind: 'lead', payload: JSON.stringify({ email }) }, 0);
    await deliver('own', 'a_b%c@example.com');
    await deliver('with-another-character', 'axb%c@example.com');
    await deliver('with-more-characters', 'a_bxxc@example.com');
    const { outbox } = await exportOf('a_b%c@example.com');
    expect(outbox.map(({ id }: { id: string }) => id)).toEqual(['own']);
  });
});
