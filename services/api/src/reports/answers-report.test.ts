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

jest.setTimeout(60_000);

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

  const readReport = async () => {
    const response = await app.request('/api/reports/answers', { headers: { authorization } });
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
    const report = readReport().finally(() => (isCounting = false));
    let served = 0;
    while (isCounting) {
      await app.request('/api/config');
      served++;
    }
    await report;
    expect(served).toBeGreaterThan(5);
  });
});
