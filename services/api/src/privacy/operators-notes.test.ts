import { randomUUID } from 'node:crypto';

import { aLead } from '../leads/a-lead.testkit.ts';
import type { Database } from '../platform/database.ts';
import { describeOnEachEngine, startTestApp, type TestApp } from '../platform/service.testkit.ts';
import { runPrivacy } from './privacy-command.ts';

const email = 'ada@example.com';

describeOnEachEngine('an email that operators mentioned', (open) => {
  let database: Database;
  let app: TestApp;
  beforeAll(async () => {
    database = await open();
    app = await startTestApp({ database });
  });
  afterAll(() => app.close());

  it('is erased from the reasons of decisions about experiments and of deprecated versions', async () => {
    const { db } = database;
    expect((await app.post('/api/leads', aLead({ email }))).status).toBe(202);
    const common = { at: 0, actor: 'ops' };
    const decision = { experiment: 'pricing/x', arm: 'short', why: `${email} could not read the text` };
    await db
      .insertInto('experiment_decisions')
      .values({ ...common, id: randomUUID(), ...decision })
      .execute();
    const deprecation = { action: 'deprecate', name: 'mfe-quiz', version: '1.0.0' } as const;
    await db
      .insertInto('version_audit')
      .values({ ...common, ...deprecation, id: randomUUID(), note: `reported by ${email}`, source: null })
      .execute();

    const { status, out } = await runPrivacy(['delete', email], async () => ({ database, dataDir: null }));
    expect(out).not.toContain('by hand');
    expect(status).toBe(0);
    const [decided] = await db.selectFrom('experiment_decisions').selectAll().execute();
    const [deprecated] = await db.selectFrom('version_audit').selectAll().execute();
    expect(decided).toMatchObject({ ...decision, why: expect.stringMatching(/could not read the text$/) });
    expect(deprecated).toMatchObject({ ...deprecation, note: expect.stringMatching(/^reported by /) });
    expect(JSON.stringify([decided, deprecated])).not.toContain(email);
  });
});
