import { randomUUID } from 'node:crypto';

import { answersReportSchema } from '@funnel/contracts/reports';

import { insertLeads } from '../leads/lead-repository.ts';
import type { LeadRow } from '../platform/schema.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { createVisit, insertVisits } from './analytics.testkit.ts';

const authorization = `Bearer ${testOperatorToken}`;

describeOnEachEngine('the report on answers, while somebody floods it', (open) => {
  let app: TestApp;
  const { clock } = createTestClock();
  let stored = 0;
  const leadWith = (quizAnswers: Readonly<Record<string, string>>): LeadRow => ({
    id: randomUUID(),
    visit_id: randomUUID(),
    email: 'vera@example.com',
    step: 'Email Step (17)',
    special_goal: '',
    quiz_answers: JSON.stringify(quizAnswers),
    answers_summary: '',
    timestamp: '',
    received_at: clock() - 3_600_000 + stored++,
    set_id: 'a',
  });
  const names = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}`);
  /** About as many answers as the service accepts from one browser. */
  const junk = (seed: number) =>
    Object.fromEntries(names(40, `${seed} `).map((question) => [question, names(50, `${seed}-`).join(', ')]));
  /** Answers that five visitors give, so that they are named. */
  const agreed = (seed: number) => ({
    ...Object.fromEntries(names(30, `agreed ${seed} `).map((question) => [question, 'yes'])),
    Company: names(40, `${seed} `).join(', '),
  });

  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock });
    const { db } = app.context.database;
    for (let seed = 0; seed < 600; seed++)
      await insertLeads(db, [
        leadWith(junk(seed)),
        leadWith({ Age: `I am ${seed}` }),
        ...(seed % 30 === 0 ? [leadWith({ Age: '25-34' })] : []),
        ...(seed < 5 ? Array.from({ length: 5 }, () => leadWith(agreed(seed))) : []),
      ]);
  });
  afterAll(() => app.close());

  const readReport = async (days = 30) => {
    const response = await app.request(`/api/reports/answers?days=${days}`, { headers: { authorization } });
    return answersReportSchema.parse(await response.json());
  };

  it('names a limited number of questions and answers, and counts frequent answers in full', async () => {
    const { leads, questions } = await readReport();
    expect(leads).toBe(stored);
    expect(questions).toHaveLength(100);
    expect(questions.find(({ question }) => question === 'Company')?.answers).toHaveLength(101);
    expect(questions.find(({ question }) => question === 'Age')?.answers).toEqual([
      { answer: 'other', leads: 600, buyers: 0 },
      { answer: '25-34', leads: 20, buyers: 0 },
    ]);
  });

  it('serves visitors while it counts', async () => {
    let isCounting = true;
    // Not the one that was read before, which is cached.
    const report = readReport(29).finally(() => (isCounting = false));
    let served = 0;
    while (isCounting) {
      await app.request('/api/config');
      served++;
    }
    await report;
    expect(served).toBeGreaterThan(5);
  });
});

describeOnEachEngine('the report on answers', (open) => {
  const { clock } = createTestClock(Date.UTC(2026, 0, 15, 12));
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock, environment: { TIME_ZONE: 'Europe/Berlin' } });
  });
  afterAll(() => app.close());

  const lead = {
    email: 'vera@example.com',
    step: '',
    special_goal: '',
    quiz_answers: '{"Age":"25-34"}',
    answers_summary: '',
    timestamp: '',
    set_id: 'a',
  };

  it('counts the leads of its days, and as buyers those who have paid for more than a preview', async () => {
    const { db } = app.context.database;
    const paid = { currency: 'EUR', amountMinor: 1999, status: 'paid' } as const;
    const visits = [
      createVisit({ setId: 'a', at: clock(), purchases: [paid] }),
      createVisit({ setId: null, at: clock(), purchases: [paid] }),
      createVisit({ setId: 'a', at: clock(), purchases: [{ ...paid, status: 'open' }] }),
      ...[4, 5].map(() => createVisit({ setId: 'a', at: clock() })),
    ];
    await insertVisits(db, visits);
    await insertLeads(db, [
      ...visits.map(({ visitId }) => ({ ...lead, id: visitId, visit_id: visitId, received_at: clock() })),
      // The last moment of 13 January in Berlin, and the first of 15 January.
      ...[Date.UTC(2026, 0, 13, 22, 59, 59, 999), Date.UTC(2026, 0, 14, 23)].map((received_at) => ({
        ...lead,
        id: randomUUID(),
        visit_id: randomUUID(),
        quiz_answers: '{"Age":"18-24"}',
        received_at,
      })),
    ]);
    const read = async (day: string) => {
      const path = `/api/reports/answers?from=${day}&to=${day}`;
      const response = await app.request(path, { headers: { authorization } });
      const { leads, buyers } = answersReportSchema.parse(await response.json());
      return { leads, buyers };
    };
    expect(await read('2026-01-13')).toEqual({ leads: 1, buyers: 0 });
    expect(await read('2026-01-14')).toEqual({ leads: 0, buyers: 0 });
    expect(await read('2026-01-15')).toEqual({ leads: 6, buyers: 1 });
  });

  it('counts the first lead of a visit that has a release set', async () => {
    const visit_id = randomUUID();
    const ofVisit = { ...lead, visit_id };
    const at = Date.UTC(2026, 0, 19, 12);
    await insertLeads(app.context.database.db, [
      { ...ofVisit, id: randomUUID(), set_id: null, received_at: at },
      { ...ofVisit, id: randomUUID(), received_at: at + 1 },
      { ...ofVisit, id: randomUUID(), received_at: at + 2 },
    ]);
    const path = '/api/reports/answers?from=2026-01-19&to=2026-01-19';
    const response = await app.request(path, { headers: { authorization } });
    expect(answersReportSchema.parse(await response.json())).toMatchObject({ leads: 1 });
  });

  it('lists no goal of visitors who selected none', async () => {
    await insertLeads(
      app.context.database.db,
      Array.from({ length: 5 }, () => ({
        ...lead,
        id: randomUUID(),
        visit_id: randomUUID(),
        // What the quiz sends then.
        special_goal: 'Not specified',
        received_at: Date.UTC(2026, 0, 17, 12),
      })),
    );
    const path = '/api/reports/answers?from=2026-01-17&to=2026-01-17';
    const response = await app.request(path, { headers: { authorization } });
    expect(answersReportSchema.parse(await response.json()).questions).toEqual([
      { question: 'Age', answers: [{ answer: '25-34', leads: 5, buyers: 0 }] },
    ]);
  });
});
