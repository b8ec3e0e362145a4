import { describeOnEachEngine } from '../platform/service.testkit.ts';
import { readFunnelRates } from './funnel-rates.ts';
import { runPlan } from './run-plan.ts';

const unread = () => Promise.reject(new Error('the database was read'));
const none = { rate: null, visitorsPerDay: 0 };
const dayMs = 86_400_000;

describe('the planner', () => {
  it('says how many visitors and days an effect needs', async () => {
    const words = [
      'plan',
      '--rate',
      '0.1',
      '--effect',
      '0.03',
      '--visitors-per-day',
      '500',
      '--share',
      '0.5',
    ];
    const { status, out } = await runPlan(words, unread);
    expect(status).toBe(0);
    const [, visitors = '', days = ''] =
      /^10\.00 % of the visitors pay today\.\n(\d+) visitors in 2 arms .*\nAt 500 visitors a day, .* is (\d+) days\.$/.exec(
        out,
      ) ?? [];
    expect(Number(days)).toBe(Math.ceil(Number(visitors) / 250));
  });

  it.each([
    [[]],
    [['plan']],
    [['plan', '--effect', '2']],
    [['plan', '--effect', '0.01', '--arms', '1']],
    [['plan', '--color']],
  ])('explains its usage after %j', async (words) => {
    expect(await runPlan(words, unread)).toEqual({
      status: 2,
      out: expect.stringMatching(/^Usage: npm run experiments/),
    });
  });

  it('asks for a rate if the funnel has none', async () => {
    expect((await runPlan(['plan', '--effect', '0.01'], async () => none)).status).toBe(1);
  });
});

describeOnEachEngine('the funnel’s own rates', (open) => {
  it('are the visitors of the offer who paid in the last 28 days', async () => {
    const { db } = await open();
    const nowMs = 100 * dayMs;
    const fact = { set_id: 'set-1', currency: '', amount_minor: 0 };
    expect(await readFunnelRates(db, nowMs)).toEqual(none);
    await db
      .insertInto('report_facts')
      .values([
        { ...fact, day: 98 * dayMs, kind: 'steps', step: '/final', count: 1_000 },
        { ...fact, day: 99 * dayMs, kind: 'steps', step: '/final', count: 400 },
        { ...fact, day: 99 * dayMs, kind: 'steps', step: '/', count: 9_000 },
        { ...fact, day: 99 * dayMs, kind: 'purchases', step: '', count: 70 },
        { ...fact, day: 10 * dayMs, kind: 'purchases', step: '', count: 500 },
      ])
      .execute();
    expect(await readFunnelRates(db, nowMs)).toEqual({ rate: 0.05, visitorsPerDay: 50 });
  });
});
