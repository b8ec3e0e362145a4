import {
  reportQuerySchema,
  type AnswersReport,
  type Cohorts,
  type FunnelReport,
  type OverviewReport,
  type ReportValues,
} from '@funnel/contracts/reports';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';

import { consoleApi } from '../api/console-api.ts';
import { createConsoleStore } from '../api/store.ts';
import { valueLabel } from './compare.ts';
import { byLosses, screensOf } from './report-funnel.ts';
import { csvUrl, earliestStart, latestEnd, queryOf } from './report-url.ts';
import { ReportsPage } from './reports-page.tsx';

const period = { from: '2026-01-01', to: '2026-01-30', timeZone: 'Europe/Berlin', asOf: Date.now() };

const overview: OverviewReport = {
  ...period,
  metrics: {
    visitors: 1200,
    leads: 300,
    purchases: 60,
    money: [{ currency: 'EUR', paidMinor: 119_940, returnedMinor: 1999 }],
  },
  previous: { visitors: 1000, leads: 400, purchases: 0, money: [] },
  days: [
    { date: '2026-01-29', visitors: 800, leads: 100, purchases: 20, money: [] },
    { date: '2026-01-30', visitors: 400, leads: 200, purchases: 40, money: [] },
  ],
};

const funnel: FunnelReport = {
  ...period,
  visitors: 1200,
  steps: [
    {
      path: '/',
      title: 'What is your goal?',
      isLive: true,
      visitors: 1200,
      continued: 900,
      medianSeconds: 4.25,
    },
    {
      path: '/step-1',
      title: 'How old are you?',
      isLive: true,
      visitors: 900,
      continued: 100,
      medianSeconds: 12,
    },
    { path: '/step-2', title: null, isLive: true, visitors: 100, continued: 0, medianSeconds: null },
    { path: '/info-2', title: null, isLive: false, visitors: 1100, continued: 200, medianSeconds: 7 },
  ],
};

const half: FunnelReport = {
  ...funnel,
  visitors: 600,
  steps: funnel.steps.map((step) => ({
    ...step,
    visitors: step.visitors / 2,
    continued: step.path === '/' ? 500 : step.continued / 2,
  })),
};

const setBefore: FunnelReport = {
  ...funnel,
  steps: [
    ...funnel.steps.filter(({ isLive }) => isLive),
    { path: '/info-2b', title: null, isLive: false, visitors: 50, continued: 10, medianSeconds: 6 },
  ],
};

const values: ReportValues = {
  source: [
    { value: 'google', visitors: 700 },
    { value: 'tiktok', visitors: 500 },
  ],
  campaign: [],
  device: [],
  locale: [],
  set: [{ value: 'id-of-12', visitors: 1200, number: 12 }],
  totals: { source: 14, campaign: 0, device: 0, locale: 0, set: 1 },
};

const answers: AnswersReport = {
  ...period,
  leads: 300,
  buyers: 60,
  questions: [
    {
      question: 'Age',
      answers: [
        { answer: '25-34', leads: 200, buyers: 50 },
        { answer: 'other', leads: 3, buyers: 0 },
      ],
    },
  ],
};

const sum = { count: 1, amountMinor: 1999 };
const cohorts: Cohorts = {
  timeZone: 'Europe/Berlin',
  asOf: period.asOf,
  cohorts: [
    { month: '2025-12', currency: 'EUR', first: sum, renewal: sum, refund: sum, dispute: sum, churned: 0 },
    { month: '2026-01', currency: 'EUR', first: sum, renewal: sum, refund: sum, dispute: sum, churned: 1 },
  ],
};

/** The text of the page at a URL, and its markup. */
async function pageAt(url: string, report = overview, ofTiktok = half) {
  const store = createConsoleStore();
  const query = queryOf(new URL(url, 'http://console.test').searchParams);
  await Promise.all([
    store.dispatch(consoleApi.util.upsertQueryData('overviewReport', query, report)),
    store.dispatch(consoleApi.util.upsertQueryData('funnelReport', query, funnel)),
    store.dispatch(consoleApi.util.upsertQueryData('answersReport', query, answers)),
    store.dispatch(consoleApi.util.upsertQueryData('reportValues', query, values)),
    ...(['google', 'tiktok'] as const).map((source) =>
      store.dispatch(
        consoleApi.util.upsertQueryData(
          'funnelReport',
          { ...query, source },
          source === 'google' ? funnel : ofTiktok,
        ),
      ),
    ),
    store.dispatch(consoleApi.util.upsertQueryData('funnelReport', { ...query, set: 'id-of-12' }, funnel)),
    store.dispatch(consoleApi.util.upsertQueryData('funnelReport', { ...query, set: 'id-of-11' }, setBefore)),
    store.dispatch(
      consoleApi.util.upsertQueryData('funnelReport', { from: '2025-12-02', to: '2025-12-31' }, half),
    ),
    store.dispatch(consoleApi.util.upsertQueryData('cohorts', undefined, cohorts)),
  ]);
  const markup = renderToStaticMarkup(
    <Provider store={store}>
      <MemoryRouter initialEntries={[url]}>
        <ReportsPage />
      </MemoryRouter>
    </Provider>,
  );
  // Ends the timer that would remove the data later.
  store.dispatch(consoleApi.util.resetApiState());
  return { markup, text: markup.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ') };
}

it('shows key metrics with their change and their course by day', async () => {
  const { text, markup } = await pageAt('/reports');
  // From the top, which is the highest value, to half of it.
  expect(markup).toContain('points="0.0,2.0 120.0,16.0"');
  expect(text).toContain('Visitors 1,200 +20.0 % compared with the whole previous period');
  expect(text).toContain('Leads 300 -25.0 % compared with the whole previous period');
  expect(text).toContain('Purchases 60 None before');
  expect(text).toContain('Purchases per visitor 5.0 %');
});

it('shows no share of purchases if nobody came', async () => {
  const none = { ...overview.metrics, visitors: 0, purchases: 0 };
  const { text } = await pageAt('/reports', { ...overview, metrics: none });
  expect(text).toContain('Purchases per visitor – None before');
});

it('names the time zone in which its days begin', async () => {
  expect((await pageAt('/reports')).text).toContain('By day, Europe/Berlin');
});

it('states the time as of which each panel is counted', async () => {
  const { text } = await pageAt('/reports');
  expect(text.match(/As of \d\d:\d\d:\d\d/g)).toHaveLength(4);
});

it('states the date, too, of what was counted half a day ago or earlier', async () => {
  const hourMs = 3_600_000;
  const countedBefore = async (ms: number) => {
    const { text } = await pageAt('/reports', { ...overview, asOf: Date.now() - ms });
    return [...text.matchAll(/As of (?:\d+ \w+ \d{4}, )?\d\d:\d\d:\d\d/g)].map(([time]) => time);
  };
  expect((await countedBefore(11 * hourMs))[0]).toMatch(/^As of \d\d:/);
  expect((await countedBefore(12 * hourMs))[0]).toMatch(/^As of \d+ \w+ \d{4}, /);
});

it('names each screen by its question, with count, share, time and loss', async () => {
  const { text } = await pageAt('/reports');
  const row = (
    screen: string,
    visitors: string,
    share: string,
    continued: string,
    time: string,
    left: string,
  ) => `${screen} Visitors ${visitors} Of all ${share} Continued ${continued} Median ${time} Left ${left} `;
  expect(text).toContain(row('What is your goal? /', '1,200', '100.0 %', '75.0 %', '4.3 s', '300'));
  expect(text).toContain(row('How old are you? /step-1', '900', '75.0 %', '11.1 %', '12.0 s', '800'));
  expect(text).toContain(row('/step-2', '100', '8.3 %', '–', '–', '–'));
});

it('shows a screen that the live set no longer has, also in the order of losses, and says that it is not live', async () => {
  const { text } = await pageAt('/reports');
  expect(text).toContain(
    '/info-2 Not in the live set Visitors 1,100 Of all 91.7 % Continued 18.2 % Median 7.0 s Left 900 ',
  );
  expect(text.indexOf('/step-2')).toBeLessThan(text.indexOf('/info-2'));
  const { text: byLoss } = await pageAt('/reports?order=losses');
  // 900 left there, more than the 800 of the worst screen that is live.
  expect(byLoss.indexOf('/info-2')).toBeLessThan(byLoss.indexOf('/step-1'));
});

it('shows the 20 most frequent paths that the live set does not have, and not the rest, which has no name', () => {
  const counts = { title: null, isLive: false, continued: 0, medianSeconds: null };
  const paths = Array.from({ length: 21 }, (_, index) => `/made-up-${index + 1}`);
  const steps = [...paths, 'other'].map((path) => ({ ...counts, path, visitors: 9 }));
  const shown = screensOf([funnel, { ...funnel, steps: [...funnel.steps.slice(0, 3), ...steps] }]);
  expect(shown.map(({ path }) => path)).toEqual([
    '/',
    '/step-1',
    '/step-2',
    '/info-2',
    ...paths.slice(0, 20),
  ]);
});

it('shows the screens that only one of two compared sets has, once each', async () => {
  const { text } = await pageAt('/reports?compare=set&one=id-of-12&other=id-of-11');
  expect(text).toContain('/info-2 Not in the live set Visitors Set 12 1,100 id-of-11 – ');
  expect(text).toContain('/info-2b Not in the live set Visitors Set 12 – id-of-11 50 ');
  expect(text.match(/What is your goal\?/g)).toHaveLength(1);
});

it('gives no share of all for two sets, because a visitor may see later screens with another set', async () => {
  const { text } = await pageAt('/reports?compare=set&one=id-of-12&other=id-of-11');
  expect(text).not.toContain('Of all');
  expect((await pageAt('/reports?compare=source')).text).toContain('Of all');
});

it('sorts by losses and keeps the period if the URL says so', async () => {
  const { text, markup } = await pageAt('/reports?order=losses&from=2026-01-01&to=2026-01-30');
  expect(text.indexOf('How old are you?')).toBeLessThan(text.indexOf('What is your goal?'));
  expect(markup).toContain('value="2026-01-01"');
  expect(markup).toContain('/api/reports/funnel?format=csv&amp;from=2026-01-01&amp;to=2026-01-30');
});

it('compares two sources, with a file of each', async () => {
  const { text, markup } = await pageAt('/reports?compare=source&other=tiktok');
  expect(text).toContain('First google (700) tiktok (500) Second google (700) tiktok (500)');
  expect(text).toContain(
    'How old are you? /step-1 Visitors google 900 tiktok 450 Of all google 75.0 % tiktok 75.0 %',
  );
  expect(markup).toContain('/api/reports/funnel?format=csv&amp;days=30&amp;source=google"');
  expect(markup).toContain('/api/reports/funnel?format=csv&amp;days=30&amp;source=tiktok"');
});

it('compares with a source without visitors', async () => {
  const steps = half.steps.map((step) => ({ ...step, visitors: 0, continued: 0, medianSeconds: null }));
  const { text } = await pageAt('/reports?compare=source&other=tiktok', overview, {
    ...half,
    visitors: 0,
    steps,
  });
  expect(text).toContain('How old are you? /step-1 Visitors google 900 tiktok 0');
});

it('shows for both that are compared how many left at a screen', async () => {
  const { text } = await pageAt('/reports?compare=source&other=tiktok');
  // 1200 - 900, and 600 - 500; at the last screen nobody leaves.
  expect(text).toContain('Left google 300 tiktok 100 How old are you?');
  expect(text).toMatch(/step-2 .*Left google – tiktok –/);
});

it('compares the value that the URL names with the most frequent of the others', async () => {
  const { text } = await pageAt('/reports?compare=source&other=google');
  expect(text).toContain('Visitors tiktok 450 google 900');
});

it('compares the first value that the URL names with the most frequent of the others', async () => {
  const { text } = await pageAt('/reports?compare=source&one=tiktok');
  expect(text).toContain('Visitors tiktok 450 google 900');
});

it('compares with the period before', async () => {
  const { text } = await pageAt('/reports?compare=previous');
  expect(text).toContain('2026-01-01 to 2026-01-30 CSV 2025-12-02 to 2025-12-31 CSV');
});

it('shows all visitors, and says why, if there are not two to compare', async () => {
  const { text } = await pageAt('/reports?compare=device');
  expect(text).toContain('Fewer than two of these have visitors in this period');
  expect(text).toContain('How old are you? /step-1 Visitors 900');
});

it('says how many values are not listed, and how to compare one of them', async () => {
  const { text } = await pageAt('/reports?compare=source');
  expect(text).toContain(
    'Not listed: 12. To compare one of them, set one= or other= in the URL to its name.',
  );
});

it('names release sets by their number', () => {
  expect(valueLabel('set', 'id-of-12', values)).toBe('Set 12');
  expect(valueLabel('set', 'unknown', values)).toBe('unknown');
  expect(valueLabel('campaign', '', values)).toBe('None');
});

it('shows how leads answered each question, and how many of them paid', async () => {
  const { text } = await pageAt('/reports');
  expect(text).toContain('Age 25-34 Leads 200 Share 66.7 % Paid 50 (25.0 %)');
  expect(text).toContain(
    'All other answers, such as those of fewer than five visitors Leads 3 Share 1.0 % Paid 0 (0.0 %)',
  );
});

it('lists the payments of each month’s buyers, the newest month first', async () => {
  const { text } = await pageAt('/reports');
  const payments = 'First payments 1: €19.99 Renewals 1: €19.99 Refunds 1: €19.99 Disputes 1: €19.99';
  expect(text).toContain(`2026-01, EUR ${payments} Ended 1 2025-12, EUR ${payments} Ended 0 `);
});

it.each([
  ['', { days: 30 }],
  ['days=7', { days: 7 }],
  ['days=8000', { days: 30 }],
  ['from=2026-01-02&to=2026-01-05', { from: '2026-01-02', to: '2026-01-05' }],
  ['from=2026-01-05&to=2026-01-02', { days: 30 }],
  ['from=2026-06-01&to=today', { days: 30 }],
  ['from=2025-01-01&to=2026-06-30', { days: 30 }],
])('reads the parameters %j', (parameters, query) => {
  expect(queryOf(new URLSearchParams(parameters))).toEqual(query);
  expect(csvUrl('overview', query)).toContain(
    new URLSearchParams(Object.entries(query).map(([k, v]) => [k, `${v}`])).toString(),
  );
});

it.each([
  ['', 'Last 30 days'],
  ['days=7', 'Last 7 days'],
  ['days=14', 'Last 30 days'],
  ['from=2026-01-05&to=2026-01-02', 'Last 30 days'],
  ['from=2026-06-01&to=today', 'Last 30 days'],
  ['from=2026-01-02&to=2026-01-05', 'Custom period'],
])('selects for the parameters %j the period that is shown: %s', async (parameters, name) => {
  const { markup } = await pageAt(`/reports?${parameters}`);
  expect(markup).toMatch(new RegExp(`<option[^>]* selected=""[^>]*>${name}</option>`));
});

it('sorts the last screen, which nobody leaves, behind the ones that visitors leave', () => {
  const counts = { title: null, isLive: true, medianSeconds: null };
  const steps = [
    { ...counts, path: '/', visitors: 1000, continued: 990 },
    { ...counts, path: '/offer', visitors: 990, continued: 800 },
    { ...counts, path: '/success', visitors: 800, continued: 0 },
  ];
  const sorted = byLosses(screensOf([{ ...funnel, steps }]));
  expect(sorted.map(({ path }) => path)).toEqual(['/offer', '/', '/success']);
});

it('offers exactly the days of the longest period that a report may have', () => {
  const isAccepted = (from: string, to: string) => reportQuerySchema.safeParse({ from, to }).success;
  expect(earliestStart('2026-12-31')).toBe('2025-11-27');
  expect(latestEnd('2025-11-27')).toBe('2026-12-31');
  expect(isAccepted('2025-11-27', '2026-12-31')).toBe(true);
  expect(isAccepted('2025-11-26', '2026-12-31')).toBe(false);
  expect([earliestStart(''), latestEnd('')]).toEqual(['', '']);
});
