import { describeOnEachEngine } from '../platform/service.testkit.ts';
import { readFunnelRates } from './funnel-rates.ts';
import { planCommand } from './plan-command.ts';

const unread = () => Promise.reject(new Error('the database was read'));
const none = { rate: null, visitorsPerDay: 0, days: 0 };
const dayMs = 86_400_000;

describe('the planner', () => {
  it('says how many visitors and days an effect needs, and that the last visitors count later', async () => {
    const words = [
      '--rate',
      '0.1',
      'plan',
      '--effect',
      '0.03',
      '--visitors-per-day',
      '500',
      '--share',
      '0.5',
    ];
    const { status, out } = await planCommand(words, unread);
    expect(status).toBe(0);
    const [, visitors = '', days = ''] =
      /^10 % of the visitors of the offer pay\.\nThe 2 arms need (\d+) visitors together to find a difference of 3 percentage points in 80 of 100 experiments\.\nWith 500 visitors of the offer a day, of whom 50 % take part, this takes (\d+) days\. The last visitors count only when their time to buy \(`purchaseWithinDays`\) is over\.$/.exec(
        out ?? '',
      ) ?? [];
    expect(Number(visitors)).toBeGreaterThan(0);
    expect(Number(days)).toBe(Math.ceil(Number(visitors) / 250));
  });

  it.each([
    [[], 'Expected plan, got no argument.'],
    [['plan', 'twice', '--effect', '0.01'], 'Expected no further argument, got "twice".'],
    [['plan'], '--effect is missing. Expected a number of at least 0.0001 and below 1.'],
    [['plan', '--effect', '2'], '--effect is "2". Expected a number of at least 0.0001 and below 1.'],
    [['plan', '--effect'], "Option '--effect <value>' argument missing"],
    [['plan', '--effect', '0.01', '--arms', '1'], '--arms is "1". Expected a whole number from 2 to 5.'],
    [['plan', '--effect', '0.01', '--arms', '2.5'], '--arms is "2.5". Expected a whole number from 2 to 5.'],
    [
      ['plan', '--effect', '0.01', '--share', '0'],
      '--share is "0". Expected a number above 0 and at most 1.',
    ],
    [
      ['plan', '--effect', '0.01', '--share', '1.5'],
      '--share is "1.5". Expected a number above 0 and at most 1.',
    ],
    [
      ['plan', '--effect', '0.01', '--rate', '1'],
      '--rate is "1". Expected a number of at least 0 and below 1.',
    ],
    // A variable of a script that is not set gives an empty argument.
    [
      ['plan', '--effect', '0.01', '--rate', ''],
      '--rate is "". Expected a number of at least 0 and below 1.',
    ],
    [
      ['plan', '--effect', '0.01', '--visitors-per-day', '0'],
      '--visitors-per-day is "0". Expected a number above 0.',
    ],
    [
      ['plan', '--effect', '0.01', '--visitors-per-day', 'Infinity'],
      '--visitors-per-day is "Infinity". Expected a number above 0.',
    ],
    [['plan', '--color'], expect.stringContaining("Unknown option '--color'")],
    // Less than the hundredth of a percentage point that is printed, and more arms than an experiment may have.
    [
      ['plan', '--effect', '0.00009', '--rate', '0.3', '--visitors-per-day', '10'],
      '--effect is "0.00009". Expected a number of at least 0.0001 and below 1.',
    ],
    [
      ['plan', '--effect', '0.01', '--arms', '6', '--rate', '0.3', '--visitors-per-day', '10'],
      '--arms is "6". Expected a whole number from 2 to 5.',
    ],
  ])('explains its usage after %j', async (words, mistake) => {
    expect(await planCommand(words, unread)).toEqual({
      status: 2,
      notes: [mistake, expect.stringMatching(/^Usage: npm run experiments/)],
    });
  });

  it('asks for a rate if the funnel has none', async () => {
    expect(await planCommand(['plan', '--effect', '0.01'], async () => none)).toEqual({
      status: 1,
      notes: [
        'No visitor has seen the offer in the last 28 complete days. Give --rate.',
        expect.stringMatching(/^Usage: /),
      ],
    });
  });

  it.each([
    { days: 28, since: 'in the last 28 days' },
    { days: 1, since: 'in the last day' },
  ])('says that the funnel’s own rate is of $days complete days', async ({ days, since }) => {
    const read = async () => ({ rate: 0.0425, visitorsPerDay: 100_000, days });
    const { out } = await planCommand(['plan', '--effect', '0.01'], read);
    expect(out).toContain(`4.25 % of the visitors of the offer paid ${since}.\n`);
    expect(out).toContain('of whom 100 % take part');
    expect(out).toMatch(
      /a difference of 1 percentage point in .* this takes 1 day\. The last visitors count only when their time to buy \(`purchaseWithinDays`\) is over\.$/s,
    );
  });

  it('says what is missing for the days if there are no visitors', async () => {
    const { status, out } = await planCommand(
      ['plan', '--effect', '0.01', '--rate', '0.1'],
      async () => none,
    );
    expect({ status, out }).toEqual({
      status: 0,
      out: expect.stringMatching(
        /\nThe days are unknown, because no visitor has seen the offer on a complete day\. Give --visitors-per-day\.$/,
      ),
    });
  });
});

describeOnEachEngine('the funnel’s own rates', (open) => {
  it('are the visitors of the offer who paid in the last 28 days', async () => {
    const { db } = await open();
    // Half past midnight of day 100 in Berlin, and still day 99 in UTC.
    const nowMs = 99 * dayMs + 23.5 * 3_600_000;
    const fact = { set_id: 'set-1', currency: '', amount_minor: 0 };
    const read = () => readFunnelRates(db, 'Europe/Berlin', nowMs);
    expect(await read()).toEqual(none);
    await db
      .insertInto('report_facts')
      .values([
        { ...fact, day: 72 * dayMs, kind: 'steps', step: '/final', count: 1_000 },
        { ...fact, day: 99 * dayMs, kind: 'steps', step: '/final', count: 400 },
        { ...fact, day: 99 * dayMs, kind: 'steps', step: '/', count: 9_000 },
        { ...fact, day: 99 * dayMs, kind: 'purchases', step: '', count: 70 },
        { ...fact, day: 100 * dayMs, kind: 'steps', step: '/final', count: 700 },
        { ...fact, day: 100 * dayMs, kind: 'purchases', step: '', count: 90 },
        { ...fact, day: 71 * dayMs, kind: 'steps', step: '/final', count: 300 },
        { ...fact, day: 10 * dayMs, kind: 'purchases', step: '', count: 500 },
      ])
      .execute();
    expect(await read()).toEqual({ rate: 0.05, visitorsPerDay: 50, days: 28 });
    await db
      .insertInto('settings')
      .values({ key: 'report-facts-counted-until', value: String(99 * dayMs + 43_200_000) })
      .execute();
    // Day 99 is not counted to its end.
    expect(await read()).toEqual({ rate: 0, visitorsPerDay: 1_300 / 28, days: 28 });
  });

  it('are those of the days since the first event, if it is not 28 days ago', async () => {
    const { db } = await open();
    await db.deleteFrom('report_facts').execute();
    await db.deleteFrom('settings').where('key', '=', 'report-facts-counted-until').execute();
    const fact = { set_id: 'set-1', currency: '', amount_minor: 0 };
    await db
      .insertInto('report_facts')
      .values([
        { ...fact, day: 95 * dayMs, kind: 'steps', step: '/', count: 20 },
        { ...fact, day: 96 * dayMs, kind: 'steps', step: '/final', count: 500 },
        { ...fact, day: 96 * dayMs, kind: 'purchases', step: '', count: 50 },
      ])
      .execute();
    expect(await readFunnelRates(db, 'UTC', 100 * dayMs)).toEqual({
      rate: 0.1,
      visitorsPerDay: 100,
      days: 5,
    });
    expect(await readFunnelRates(db, 'UTC', 95 * dayMs + 1)).toEqual(none);
    // Payments of visitors who saw the offer before.
    await db
      .insertInto('report_facts')
      .values({ ...fact, day: 97 * dayMs, kind: 'purchases', step: '', count: 450 })
      .execute();
    expect(await readFunnelRates(db, 'UTC', 100 * dayMs)).toMatchObject({ rate: 0.99 });
  });
});
