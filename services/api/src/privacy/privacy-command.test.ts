import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';

import { startPaidFunnel, startVisit, type PaidFunnel } from '../billing/paid-funnel.testkit.ts';
import { aLead } from '../leads/a-lead.testkit.ts';
import { readConfig } from '../platform/config.ts';
import { openDatabase, type Database } from '../platform/database.ts';
import { outputOf } from '../platform/run-command.ts';
import { describeOnEachEngine, startTestApp } from '../platform/service.testkit.ts';
import { privacyCommand, runPrivacy } from './privacy-command.ts';

describeOnEachEngine('the privacy command', (open, engine) => {
  let database: Database;
  let funnel: PaidFunnel;
  beforeAll(async () => {
    database = await open();
    funnel = await startPaidFunnel(database);
  });
  afterAll(() => funnel.close());

  const runIn = (dataDir: string | null, ...args: string[]) =>
    runPrivacy(args, async () => ({ database, dataDir }));
  const run = (...args: string[]) => runIn(null, ...args);
  async function leave(emails: readonly string[], specialGoal = 'A house') {
    const { cookie } = await startVisit(funnel.app);
    for (const email of emails) {
      const answer = await funnel.app.post('/api/leads', aLead({ email, specialGoal }), { cookie });
      expect(answer.status).toBe(202);
    }
  }
  const goals = async () => {
    const leads = await database.db.selectFrom('leads').select('special_goal').execute();
    return leads.map(({ special_goal }) => special_goal).join('\n');
  };

  it('reports how many rows it erased, and where the data still is', async () => {
    await leave(['ada@example.com']);
    expect(await run('delete', 'ada@example.com')).toEqual({
      status: 0,
      out: [
        'Erased the data about ada@example.com. Analytics are unchanged.',
        '  leads              1 row',
        '  events             1 row',
        'Destinations and existing backups still have the data that was sent or backed up earlier. Request its erasure there, too.',
      ].join('\n'),
      notes: [],
    });
  });

  if (engine === 'postgres')
    it('makes the space of what it erased available to other rows', async () => {
      const vacuumed = async () => {
        const { rows } = await sql<{ relname: string }>`
          select relname from pg_stat_user_tables where last_vacuum is not null`.execute(database.db);
        return rows.map(({ relname }) => relname);
      };
      await sql`select pg_stat_reset()`.execute(database.db);
      expect(await vacuumed()).toEqual([]);
      await run('delete', 'nobody@example.com');
      expect(await vacuumed()).toEqual(
        expect.arrayContaining(['checkout_sessions', 'events', 'leads', 'outbox', 'subscriptions']),
      );
    });

  it('erases an email from what other people wrote, and counts these rows apart', async () => {
    await leave(['bob@example.com'], 'A house like that of Carl@example.com');
    await leave(['dora@example.com'], 'A boat, says carl@example.com');
    const { out } = await run('delete', 'carl@example.com');
    expect(out.split('\n').slice(0, -1)).toEqual([
      'Erased the data about carl@example.com. Analytics are unchanged.',
      '  in other text      2 rows',
    ]);
    expect((await goals()).toLowerCase()).not.toContain('carl@');
    expect(await goals()).toContain('A house like that of ');
    expect((await run('delete', 'carl@example.com')).out).toBe('No data about carl@example.com.');
  });

  it('ignores white space around a typed email', async () => {
    await leave(['eve@example.com']);
    expect((await run('export', ' eve@example.com ')).out).toContain('"email": "eve@example.com"');
    await run('delete', ' eve@example.com ');
    expect((await run('export', 'eve@example.com')).notes).toEqual(['No data about eve@example.com.']);
  });

  it('does not take the checkout of a similar email for that of the person', async () => {
    await leave(['jörg@example.com']);
    const other = await startVisit(funnel.app);
    await other.open({ email: 'jxrg@example.com' });
    const { out } = await run('export', 'jörg@example.com');
    expect(JSON.parse(out).tables).toMatchObject({ leads: [{}], checkout_sessions: [] });
  });

  it('says how many other emails were left in the same visits, without naming them', async () => {
    await leave(['gus@example.com', 'hal@example.com', 'ida@example.com']);
    const { out, notes } = await run('export', 'gus@example.com');
    expect(notes[1]).toBe(
      '2 other emails were left in the same visits. Their rows may be about other people and are not in the export. If the person proves to own one of them too, export it as well.',
    );
    expect(out + notes.join()).not.toMatch(/hal@|ida@/);
  });

  it('erases what is written while it runs, and says so if that does not end', async () => {
    for (const statement of restoreGoals[engine]) await sql.raw(statement).execute(database.db);
    await leave(['lea@example.com'], 'Once ask kim@example.com');
    await run('delete', 'kim@example.com');
    expect(await goals()).toContain('Again ask ');
    expect(await goals()).not.toContain('kim@example.com');
    await leave(['max@example.com'], 'Always ask kim@example.com');
    expect(await run('delete', 'kim@example.com')).toMatchObject({
      status: 1,
      notes: [
        'Not finished (the email keeps being written while it is erased). The email may still be in other texts, in deleted rows that the files of the database still contain, or in an old copy of it. Run the command again.',
      ],
    });
  });

  it('removes older copies of the database that a restore left, and names them', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'funnel-privacy-'));
    for (const name of ['funnel.db', 'funnel.db.before-2026-01-15T12-00-00-000Z', 'funnel.db.part'])
      writeFileSync(join(dataDir, name), '');
    const { out } = await runIn(dataDir, 'delete', 'nobody@example.com');
    expect(out.split('\n')).toEqual([
      'No data about nobody@example.com.',
      'Removed funnel.db.before-2026-01-15T12-00-00-000Z, an older copy of the whole database.',
      'Removed funnel.db.part, an older copy of the whole database.',
    ]);
    expect(readdirSync(dataDir)).toEqual(['funnel.db']);
    writeFileSync(join(dataDir, 'funnel.db.part'), '');
    await runIn(dataDir, 'export', 'nobody@example.com');
    expect(existsSync(join(dataDir, 'funnel.db.part'))).toBe(true);
  });

  it('reports what it has erased, if older copies cannot be looked for', async () => {
    await leave(['lea@example.com']);
    const { status, out, notes } = await runIn(join(tmpdir(), 'no-such-folder'), 'delete', 'lea@example.com');
    expect(out).toMatch(/^Erased the data about lea@example\.com\./);
    expect({ status, notes }).toEqual({
      status: 1,
      notes: [expect.stringMatching(/^Not finished \(ENOENT: .* Run the command again\.$/)],
    });
  });
});

/** Restores a goal that begins with "Once" or "Always" when it is changed, as a service that still writes it. "Once" becomes "Again". */
const restoreGoals = {
  sqlite: [
    `create trigger restore_goal after update of special_goal on leads
     when old.special_goal like 'Once%' or old.special_goal like 'Always%'
     begin update leads set special_goal = replace(old.special_goal, 'Once', 'Again') where id = new.id; end`,
  ],
  postgres: [
    `create function restore_goal() returns trigger as $$ begin
       new.special_goal := replace(old.special_goal, 'Once', 'Again'); return new;
     end $$ language plpgsql`,
    `create trigger restore_goal before update of special_goal on leads for each row
     when (old.special_goal like 'Once%' or old.special_goal like 'Always%') execute function restore_goal()`,
  ],
};

it('explains its arguments to someone who leaves them out, and prints nothing else', async () => {
  expect(await runPrivacy([], jest.fn())).toEqual({
    status: 2,
    out: '',
    notes: ['Usage: npm run privacy -- export|delete <email>'],
  });
});

it.each(['notanemail', ' '])('says that %j is no email before it explains its arguments', async (email) => {
  expect(await runPrivacy(['export', email], jest.fn())).toEqual({
    status: 2,
    out: '',
    notes: [`"${email}" is not an email.`, 'Usage: npm run privacy -- export|delete <email>'],
  });
});

describeOnEachEngine('the privacy command with the settings of a service', (_open, engine, testDatabase) => {
  const env = () => {
    const { DATABASE_URL = '', DATA_DIR } = testDatabase();
    return { DATABASE_URL, DATA_DIR, NODE_ENV: 'test' };
  };
  const email = 'nia@example.com';
  // The command needs fewer settings in production than the service.
  const run = (...args: string[]) => outputOf(privacyCommand, args, { ...env(), NODE_ENV: 'production' });

  beforeAll(async () => {
    const app = await startTestApp({ database: await openDatabase(readConfig(env())) });
    expect((await app.post('/api/leads', aLead({ email }))).status).toBe(202);
    await app.close();
  });

  it('exports and erases what the service has stored', async () => {
    expect(JSON.parse((await run('export', email)).out)).toMatchObject({ tables: { leads: [{ email }] } });
    const { status, out } = await run('delete', email);
    expect([status, out]).toEqual([0, expect.stringContaining(`Erased the data about ${email}.`)]);
    expect((await run('export', email)).notes).toEqual([`No data about ${email}.`]);
  });

  // PostgreSQL makes room for other rows while others read.
  if (engine === 'postgres') return;

  it('says that it must run again if another process reads the old rows meanwhile, and reports what the person still pays', async () => {
    const funnel = await startPaidFunnel(await openDatabase(readConfig(env())));
    const visitor = await startVisit(funnel.app);
    const paid = await visitor.open({ email });
    const subscriptionId = funnel.api.complete(paid.sessionId);
    await visitor.read(paid.sessionId);
    const { sessionId } = await (await startVisit(funnel.app)).open({ email });
    await funnel.close();
    const reader = new DatabaseSync(join(env().DATA_DIR, 'funnel.db'));
    reader.exec('begin; select * from leads');
    const { out, notes, status } = await run('delete', email);
    reader.close();
    expect([notes, status]).toEqual([
      [
        'Not finished (another process is reading the database). The email may still be in other texts, in deleted rows that the files of the database still contain, or in an old copy of it. Run the command again.',
      ],
      1,
    ]);
    expect(out).toContain(`Subscription ${subscriptionId} is still billed.`);
    expect(out).toContain(`Checkout session ${sessionId} can still be paid.`);
    expect(await run('delete', email)).toEqual({ status: 0, out: `No data about ${email}.`, notes: [] });
  });
});

describe('the privacy command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'privacy-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const run = (settings: Record<string, string>) =>
    outputOf(privacyCommand, ['export', 'ada@example.com'], {
      NODE_ENV: 'test',
      DATA_DIR: folder,
      ...settings,
    });

  it('creates no database where there is none', async () => {
    expect(await run({})).toEqual({
      status: 1,
      out: '',
      notes: [expect.stringMatching(`^DATA_DIR: ${folder} contains no database`)],
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('names an invalid setting', async () => {
    expect((await run({ LOG_LEVEL: 'loud' })).notes).toEqual([expect.stringMatching(/^LOG_LEVEL: /)]);
  });

  it('names the reason if the database cannot be reached', async () => {
    const { status, notes } = await run({ DATABASE_URL: 'postgres://127.0.0.1:1/none' });
    expect([status, notes]).toEqual([1, [expect.stringContaining('ECONNREFUSED')]]);
  });
});
