import { createHash, randomUUID } from 'node:crypto';

import { sql } from 'kysely';

import { saveIntent } from '../billing/checkout-session-repository.ts';
import { startVisit, startPaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { enqueue } from '../deliveries/outbox-repository.ts';
import { aLead } from '../leads/a-lead.testkit.ts';
import type { Database } from '../platform/database.ts';
import { describeOnEachEngine, testOperatorToken } from '../platform/service.testkit.ts';
import { personalTableList } from './personal-tables.ts';
import { runPrivacy } from './privacy-command.ts';

/** The other tables, and why erasure does not change them. */
const impersonalTables = {
  settings: 'values of the service itself',
  report_facts: 'counts by day, step and set, without visits',
  report_breakdown: 'counts by day, step, source and campaign, without visits',
  report_step_times: 'counts by day, step, time on it, source and campaign, without visits',
  trusted_publishers: 'workflows that may publish an app',
  team_webhooks: 'where the teams of remotes are notified about them',
  alerts: 'names of destinations, sets and tokens, and counts',
  breakers: 'names of destinations',
  csp_violations: 'origins that pages tried to load, without paths',
  stopped_destinations: 'names of destinations, and the status or code of a response',
  rate_limits: 'counts of a minute, an hour or a day by network or token, on PostgreSQL alone',
  files: 'published files, equal for everybody',
  builds: 'published builds, equal for everybody',
  release_sets: 'release sets, equal for everybody',
  release_set_members: 'release sets, equal for everybody',
  channels: 'which set is live',
  operator_tokens: 'names of operators, who are no visitors',
  operator_sessions: 'hashes of the sessions of operators',
  build_files: 'which build has which file',
  build_paths: 'the names of the files of builds',
  pending_uploads: 'files that no build names yet',
};

const email = 'Ada.Mark_1@example.com';
const neighbor = 'xada.mark_1@example.com';

describeOnEachEngine('personal data', (open) => {
  let database: Database;
  let funnel: Awaited<ReturnType<typeof startPaidFunnel>>;
  const run = (...args: string[]) => runPrivacy(args, async () => ({ database, dataDir: null }));
  const everything = async () => {
    const dump: unknown[] = [];
    for (const { name } of await database.db.introspection.getTables())
      dump.push((await sql`select * from ${sql.table(name)}`.execute(database.db)).rows);
    return JSON.stringify(dump);
  };
  const lead = (visitor: Awaited<ReturnType<typeof startVisit>>, leadEmail: string) =>
    funnel.app.post('/api/leads', aLead({ email: leadEmail, specialGoal: 'A marked goal' }), {
      cookie: visitor.cookie,
    });
  const deliver = (id: string, kind: string, payload: object) =>
    enqueue(database.db, { id, destination: 'there', kind, payload: JSON.stringify(payload) }, 0);

  beforeAll(async () => {
    database = await open();
    funnel = await startPaidFunnel(database);
    for (const leadEmail of [email, neighbor]) {
      const visitor = await startVisit(funnel.app);
      await lead(visitor, leadEmail);
      const event = { id: randomUUID(), name: 'PageView', at: 1, path: '/', setId: '' };
      await funnel.app.post('/api/events', { events: [event] }, { cookie: visitor.cookie });
      const opened = await visitor.open({ email: leadEmail });
      const subscriptionId = funnel.api.complete(opened.sessionId);
      await visitor.read(opened.sessionId);
      await funnel.send('customer.subscription.updated', subscriptionId);
    }
    // The most that a crash during checkout may leave of a visit.
    await saveIntent(database.db, {
      visit_id: 'a-visit-without-more',
      intent: JSON.stringify({ email }),
      created_at: 0,
    });
    await deliver('lead_waiting', 'lead', { email: email.toUpperCase() });
    await deliver('lead_of_neighbor', 'lead', { email: neighbor });
    const emailSha256 = createHash('sha256').update(email.toLowerCase()).digest('hex');
    await deliver('conversion_waiting', 'conversion', { emailSha256 });
    await deliver('subscription_waiting', 'entitlement', { data: { email, status: 'Active' } });
  });
  afterAll(() => funnel.close());

  it('is searched in every table that contains a visit, an email or a payload', async () => {
    const columns = ['visit_id', 'email', 'payload', 'object_id', 'subscription_id'];
    const tables = await database.db.introspection.getTables();
    const naming = tables.filter((table) => table.columns.some(({ name }) => columns.includes(name)));
    const listed = personalTableList.map(([name]) => name);
    expect(naming.map(({ name }) => name).filter((name) => !listed.includes(name))).toEqual([]);
    const withVisit = tables.filter((table) => table.columns.some(({ name }) => name === 'visit_id'));
    const renamed = personalTableList.filter(([, { hasVisit }]) => hasVisit).map(([name]) => name);
    expect(withVisit.map(({ name }) => name).toSorted()).toEqual(renamed.toSorted());
  });

  it('is in listed tables only, and every other table is listed as impersonal', async () => {
    const tables = (await database.db.introspection.getTables()).map(({ name }) => name);
    const listed = [...personalTableList.map(([name]) => name), ...Object.keys(impersonalTables)];
    expect(tables.filter((name) => !listed.includes(name))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
    const onThisEngine = listed.filter((name) => name !== 'rate_limits');
    expect(onThisEngine.filter((name) => !tables.includes(name))).toEqual([]);
  });

  it('is exported completely, regardless of the email’s case, and without other people’s data', async () => {
    const { status, out } = await run('export', email.toUpperCase());
    expect(status).toBe(0);
    const { tables } = JSON.parse(out);
    expect(tables).toMatchObject({
      leads: [{ email, special_goal: 'A marked goal' }],
      checkout_sessions: [{ email, status: 'paid' }],
      subscriptions: [{ status: 'active' }],
      inbox: [{ object_id: tables.subscriptions[0].id }],
    });
    expect(tables.events.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['PageView', 'Purchase']),
    );
    const ids = tables.outbox.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(
      expect.arrayContaining(['lead_waiting', 'conversion_waiting', 'subscription_waiting']),
    );
    expect(out).not.toContain(neighbor);
  });

  it('is erased without changing totals, and repeating the command is safe', async () => {
    const authorization = `Bearer ${testOperatorToken}`;
    const readTotals = async () => {
      const totals = await funnel.app.request('/api/reports/totals', { headers: { authorization } });
      const { leads, paidSessions, activeSubscriptions } = await totals.json();
      const sums = await sql`
        select name, count(distinct visit_id) as visits, count(*) as events from events group by name order by name
      `.execute(database.db);
      const revenue = await sql`select sum(amount_minor) as revenue from checkout_sessions`.execute(
        database.db,
      );
      const funnelled = await sql`
        select count(*) as leads from leads where visit_id in (select visit_id from events where name = 'Purchase')
      `.execute(database.db);
      return {
        leads,
        paidSessions,
        activeSubscriptions,
        sums: sums.rows,
        revenue: revenue.rows,
        at: funnelled.rows,
      };
    };
    const before = await readTotals();
    expect(before).toMatchObject({ leads: 2, paidSessions: 2 });
    const visits = await sql<{ visit_id: string }>`select visit_id from leads where email = ${email}`.execute(
      database.db,
    );
    const { status, out } = await run('delete', email.toLowerCase());
    expect(status).toBe(0);
    expect(out).toMatch(/Deliveries of kind lead canceled before they were sent: \d/);
    expect(out).toMatch(/Subscription sub_\S+ is still billed/);
    expect(await readTotals()).toEqual(before);

    const rest = await everything();
    const others = rest.replaceAll(neighbor, '').toLowerCase();
    expect(others).not.toContain(email.toLowerCase());
    expect(others).not.toContain(createHash('sha256').update(email.toLowerCase()).digest('hex'));
    for (const { visit_id } of visits.rows) expect(rest).not.toContain(visit_id);
    expect(rest).toContain(neighbor);
    expect(rest).toContain('lead_of_neighbor');
    expect(rest).toContain(String.raw`\"status\":\"Active\"`);

    expect((await run('delete', email)).out).toBe(`No data about ${email}.`);
    expect(await readTotals()).toEqual(before);
  });

  it('of two people who share a visit is separated', async () => {
    const visitor = await startVisit(funnel.app);
    for (const leadEmail of ['Änn@example.com', 'bob@example.com']) await lead(visitor, leadEmail);
    const deliveryTo = (leadEmail: string) => deliver(`lead_of_${leadEmail}`, 'lead', { email: leadEmail });
    await Promise.all(['Änn@example.com', 'bob@example.com'].map(deliveryTo));
    const { out } = await run('export', 'Änn@example.com');
    expect(JSON.parse(out).tables).toMatchObject({
      leads: [{ email: 'Änn@example.com' }],
      outbox: [{ id: 'lead_of_Änn@example.com' }],
    });
    expect(out).not.toContain('bob@');

    await run('delete', 'Änn@example.com');
    const rest = await everything();
    expect(rest).not.toContain('Änn@');
    expect(rest).toContain('lead_of_bob@example.com');
    expect(rest.split('bob@example.com')).toHaveLength(1 + 3);
  });

  it('of an email with letters beyond a to z is found in any case', async () => {
    const visitor = await startVisit(funnel.app);
    for (const leadEmail of ['JÖRG.É@example.com', 'jxrg.é@example.com']) await lead(visitor, leadEmail);
    const { tables } = JSON.parse((await run('export', 'Jörg.É@example.com')).out);
    expect(tables).toMatchObject({ leads: [{ email: 'JÖRG.É@example.com' }] });
    expect((await run('delete', 'jörg.é@example.com')).status).toBe(0);
    const rest = (await everything()).toLowerCase();
    expect(rest).not.toContain('jörg.é@');
    expect(rest).toContain('jxrg.é@');
  });

  // The first two have letters that JavaScript lower-cases to one of a to z, and databases do not. The last has none of a to z.
  it.each(['\u0130lker@example.com', 'mar\u212a@example.org', '用户@例子.广告'])(
    'of the email %j is found and erased, whichever letters it has',
    async (leadEmail) => {
      const visitor = await startVisit(funnel.app);
      await funnel.app.post('/api/leads', aLead({ email: leadEmail, specialGoal: `Write to ${leadEmail}` }), {
        cookie: visitor.cookie,
      });
      const { tables } = JSON.parse((await run('export', leadEmail)).out);
      expect(tables).toMatchObject({ leads: [{ email: leadEmail }] });
      expect((await run('delete', leadEmail)).status).toBe(0);
      // What another person wrote is found by the same letters.
      await lead(await startVisit(funnel.app), 'other@example.net');
      await deliver(randomUUID(), 'lead', { email: 'other@example.net', note: `Ask ${leadEmail}` });
      expect((await run('delete', leadEmail)).out).toContain('in other text');
      expect((await everything()).includes(leadEmail)).toBe(false);
    },
  );

  // A phone adds the dot and the quotation marks, and a copied link or recipient the rest.
  it.each([
    'pia@example.org.',
    '<pia@example.org>',
    'Pia<pia@example.org>',
    'mailto:Pia@example.org',
    'mailto:pia@example.org?subject=Hi',
    '“pia@example.org”',
    'pia@example.org,',
  ])('of an email that was stored as %j is found and erased with the answers', async (stored) => {
    const visitor = await startVisit(funnel.app);
    expect((await lead(visitor, stored)).status).toBe(202);
    await visitor.open({ email: stored });
    const { tables } = JSON.parse((await run('export', 'pia@example.org')).out);
    expect(tables).toMatchObject({
      leads: [{ email: stored, special_goal: 'A marked goal' }],
      checkout_sessions: [{ email: stored }],
    });
    await deliver(randomUUID(), 'lead', { email: 'other@example.net', note: 'Ask pia@example.org' });
    expect((await run('delete', stored)).out).toContain('can still be paid');
    expect((await everything()).toLowerCase().includes('pia@example.org')).toBe(false);
    const erased = database.db
      .selectFrom('leads')
      .select('special_goal')
      .where('email', 'like', '%@removed.invalid%');
    const goals = new Set((await erased.execute()).map(({ special_goal }) => special_goal));
    expect([...goals]).toEqual(['']);
  });

  it('in a delivery and a checkout whose email has punctuation is found and erased, if no other row has the email', async () => {
    const stored = '“Mia.B@example.org”.';
    await deliver('of mia', 'lead', { email: stored });
    await deliver('of another', 'lead', { email: 'amia.b@example.org', note: 'mia.b@example.org' });
    await database.db
      .insertInto('checkout_intents')
      .values({
        visit_id: 'visit of mia',
        intent: JSON.stringify({ email: '<mia.b@example.org>' }),
        created_at: 0,
      })
      .execute();
    const { tables } = JSON.parse((await run('export', 'mia.b@example.org')).out);
    expect(tables).toMatchObject({
      outbox: [{ id: 'of mia' }],
      checkout_intents: [{ visit_id: 'visit of mia' }],
    });
    await run('delete', 'mia.b@example.org');
    const intents = database.db.selectFrom('checkout_intents').select('visit_id');
    expect(await intents.where('visit_id', '=', 'visit of mia').execute()).toEqual([]);
    const deliveries = database.db.selectFrom('outbox').select('id').where('id', 'like', 'of %');
    expect(await deliveries.execute()).toEqual([{ id: 'of another' }]);
  });

  it('of an email that is punctuation alone is erased without a change of other texts', async () => {
    await deliver(randomUUID(), 'lead', { email: 'other@example.net', note: 'Meet @ noon' });
    expect((await run('delete', '<@>.>')).out).toBe('No data about <@>.>.');
    expect((await everything()).includes('Meet @ noon')).toBe(true);
  });

  it('under other emails of the same visits is not exported, but the command says that it may exist', async () => {
    const visitor = await startVisit(funnel.app);
    for (const leadEmail of ['typo@exampel.com', 'typo@example.com']) await lead(visitor, leadEmail);
    const { out, notes } = await run('export', 'typo@example.com');
    expect(out).not.toContain('typo@exampel.com');
    expect(notes).toEqual([
      expect.stringMatching(/^\d+ rows about typo@example\.com\.$/),
      '1 other email was left in the same visits. Its rows may be about another person and are not in the export. If the person proves to own it too, export it as well.',
    ]);
    await lead(await startVisit(funnel.app), 'alone@example.com');
    expect((await run('export', 'alone@example.com')).notes).toHaveLength(1);
  });

  it.each([[[]], [['forget', email]], [['export']], [['export', 'nobody']], [['delete', email, 'more']]])(
    'prints its usage for %j',
    async (args) => {
      const opening = jest.fn();
      expect((await runPrivacy(args, opening)).status).toBe(2);
      expect(opening).not.toHaveBeenCalled();
    },
  );
});
