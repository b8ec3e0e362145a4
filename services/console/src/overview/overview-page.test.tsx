import type { Permission } from '@funnel/contracts/operators';
import type { CanaryComparison, ReleaseAnalytics, SetAnalytics } from '@funnel/contracts/release-analytics';
import type { ReleaseSetRecord, ReleaseStatus } from '@funnel/contracts/release-management';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';

import { consoleApi } from '../api/console-api.ts';
import { createConsoleStore } from '../api/store.ts';
import { OperatorProvider } from '../session/operator-context.tsx';
import { OverviewPage } from './overview-page.tsx';

const setOf = (number: number): ReleaseSetRecord => ({
  id: `set${number}`,
  number,
  members: { shell: '1.0.0', 'mfe-quiz': `1.${number}.0` },
  createdAt: 0,
  withdrawnAt: null,
  certification: null,
  deprecated: [],
});
/** Set 1 with this canary, started at this time. */
const statusOf = (canary: number | null, startedAt = 5000): ReleaseStatus => ({
  channel: 'production',
  set: setOf(1),
  canary: canary === null ? null : { set: setOf(canary), percent: 10, startedAt, plan: null },
});

const rate = { count: 40, of: 400, share: 0.1, low: 0.08, high: 0.12 };
const countsOf = (setId: string): SetAnalytics => ({
  setId,
  visitors: 400,
  failures: rate,
  leads: rate,
  purchases: rate,
  revenue: [],
  steps: [{ path: '/goal', visitors: 400, reached: rate }],
  largestPaintMs: null,
});
const comparison: CanaryComparison = {
  differences: [
    { guardrail: 'leads', interval: { low: -0.2, high: -0.1 }, judgment: 'worse', harmLimit: 0.03 },
  ],
  assignment: { asked: 0.1, actual: 0.1, p: 1, isSkewed: false },
  advice: 'roll-back',
  visitorsMissing: null,
};
/** Of set 1, and of the canary set 2 since its start, which should be rolled back. */
const analytics: ReleaseAnalytics = {
  since: 5000,
  asOf: 9000,
  stable: countsOf('set1'),
  canary: countsOf('set2'),
  comparison,
  titles: {},
};

const repeated = {
  email: 'twice@example.com',
  customerId: 'cus_1',
  subscriptionId: 'sub_1',
  status: 'active',
  paidAt: null,
};

async function markupOf(
  status: ReleaseStatus,
  loaded: ReleaseAnalytics,
  permissions: Permission[] = ['deploy'],
): Promise<string> {
  const store = createConsoleStore();
  await store.dispatch(consoleApi.util.upsertQueryData('status', undefined, status));
  await store.dispatch(consoleApi.util.upsertQueryData('analytics', undefined, loaded));
  await store.dispatch(consoleApi.util.upsertQueryData('repeatedSubscriptions', undefined, [repeated]));
  const markup = renderToStaticMarkup(
    <Provider store={store}>
      <OperatorProvider value={{ name: 'vera', preset: 'release-manager', permissions }}>
        <MemoryRouter>
          <OverviewPage />
        </MemoryRouter>
      </OperatorProvider>
    </Provider>,
  );
  // Ends the timer that would remove the data later.
  store.dispatch(consoleApi.util.resetApiState());
  return markup;
}

const stopStandsOut = /<button[^>]*class="[^"]*\bprimary\b[^"]*"[^>]*>Stop…</;

it('gives the advice about the canary that runs', async () => {
  const markup = await markupOf(statusOf(2), analytics);
  expect(markup).toContain('Roll back the canary');
  expect(markup).toContain('Canary worse: difference');
  expect(markup).toContain('/goal');
  expect(markup).toMatch(stopStandsOut);
});

it('names the screen at which most visitors leave, but none while nobody has left', async () => {
  const allGoOn = { ...rate, count: 400, share: 1 };
  const withFunnel = (reached: typeof rate): ReleaseAnalytics => ({
    ...analytics,
    stable: {
      ...countsOf('set1'),
      steps: [
        { path: '/goal', visitors: 400, reached: allGoOn },
        { path: '/age', visitors: 400, reached },
      ],
    },
    canary: null,
    comparison: null,
  });
  expect(await markupOf(statusOf(null), withFunnel(rate))).toContain('Most visitors leave at “/goal”: 360.');
  expect(await markupOf(statusOf(null), withFunnel(allGoOn))).not.toContain('Most visitors leave');
});

it('does not lead to stopping a canary that gets more visitors than it should', async () => {
  const assignment = { asked: 0.1, actual: 0.13, p: 0.0001, isSkewed: true };
  const skewed = { ...comparison, assignment, advice: 'check-assignment' } as const;
  const markup = await markupOf(statusOf(2), { ...analytics, comparison: skewed });
  expect(markup).toContain('Find out why the stable set gets too few visitors');
  expect(markup).not.toMatch(stopStandsOut);
});

it.each([
  ['another set is the canary by now', statusOf(3), analytics],
  ['the same set is the canary again', statusOf(2, 6000), analytics],
  ['no canary runs by now', statusOf(null), analytics],
  ['another set is live by now', { ...statusOf(2), set: setOf(4) }, analytics],
  ['a canary runs by now', statusOf(2), { ...analytics, canary: null, comparison: null }],
] as const)('shows no analytics of earlier sets when %s', async (_, status, loaded) => {
  const markup = await markupOf(status, loaded);
  expect(markup).not.toContain('Roll back the canary');
  expect(markup).not.toContain('Canary worse: difference');
  expect(markup).not.toContain('/goal');
  expect(markup).not.toContain('Visitors who paid');
  expect(markup).not.toMatch(stopStandsOut);
});

it('shows the analytics of the live set while no canary runs', async () => {
  const markup = await markupOf(statusOf(null), { ...analytics, canary: null, comparison: null });
  expect(markup).toContain('Visitors who paid');
  expect(markup).toContain('/goal');
});

it('names the customers with several subscriptions only to operators who may read personal data', async () => {
  expect(await markupOf(statusOf(2), analytics, ['read-personal-data'])).toContain('twice@example.com');
  expect(await markupOf(statusOf(2), analytics)).not.toMatch(/twice@example\.com|several subscriptions/);
});
