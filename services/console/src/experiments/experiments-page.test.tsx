import type { ExperimentDecisions, ExperimentReport } from '@funnel/contracts/experiment-reports';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';

import { consoleApi } from '../api/console-api.ts';
import { createConsoleStore } from '../api/store.ts';
import { AnnouncementProvider } from '../components/announcement.tsx';
import { OperatorProvider } from '../session/operator-context.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { ExperimentsPage } from './experiments-page.tsx';

const arm = {
  weight: 1,
  exposed: 6300,
  visitors: 6200,
  purchases: 620,
  buyers: 650,
  failures: 63,
  loads: 3000,
  slowLoads: 300,
  refunds: 13,
  disputes: 0,
};
const kept = { arm: 'page', why: 'Fewer refunds.', actor: 'vera', at: Date.now() };
const running: ExperimentReport = {
  name: 'pricing/checkout-in-dialog',
  owner: 'pricing',
  hypothesis: 'Visitors who pay in a dialog pay more often.',
  status: 'running',
  plannedVisitors: 12_000,
  smallestEffect: 0.01,
  start: '2026-12-01',
  end: '2027-01-01',
  arms: [
    { ...arm, name: 'page' },
    { ...arm, name: 'dialog', purchases: 806, refunds: 65 },
  ],
  clashesWith: null,
  skewedArm: null,
  comparisons: [
    { arm: 'dialog', difference: { low: 0.012, high: 0.048 }, worse: ['refunds'], outcome: 'held-back' },
  ],
  verdict: 'dialog is held back.',
  decisions: [kept],
};
const decisions: ExperimentDecisions = [
  { ...kept, experiment: running.name },
  { ...kept, experiment: 'quiz/shorter', why: 'More leads.' },
];

async function markupOf(
  reports: ExperimentReport | readonly ExperimentReport[],
  view = <ExperimentsPage />,
  store = createConsoleStore(),
) {
  await store.dispatch(consoleApi.util.upsertQueryData('experiments', undefined, [reports].flat()));
  const { isError } = consoleApi.endpoints.experimentDecisions.select()(store.getState());
  if (!isError)
    await store.dispatch(consoleApi.util.upsertQueryData('experimentDecisions', undefined, decisions));
  const markup = renderToStaticMarkup(
    <Provider store={store}>
      <MemoryRouter>
        <OperatorProvider value={{ name: 'vera', preset: 'admin', permissions: ['deploy'] }}>
          <AnnouncementProvider>{view}</AnnouncementProvider>
        </OperatorProvider>
      </MemoryRouter>
    </Provider>,
  );
  // Ends the timer that would remove the data later.
  store.dispatch(consoleApi.util.resetApiState());
  return markup;
}

const show = async (...reports: readonly ExperimentReport[]) =>
  (await markupOf(reports)).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

it('shows each arm with its visitors, purchases, difference and guardrails', async () => {
  const text = await show(running);
  expect(text).toContain(
    'dialog Saw it 6,300 50.0 %, by weight 50.0 % Time to buy over 6,200 Paid in time 806 (13.0 %) Difference Held back +1.2 to +4.8 points of visitors Failures 63 (1.0 %) Slow loads 300 (10.0 %) Refunds 65 (10.0 %) worse Disputes 0 (0.0 %)',
  );
  expect(text).toContain('The visitors are divided as the weights say.');
  expect(text).toContain('Keep page Fewer refunds. vera,');
  expect(text).toContain('Decide…');
});

it('offers no decision before a visitor has seen an arm, and says why', async () => {
  const reason = 'No visitor has seen this experiment yet.';
  expect(await show(running)).not.toContain(reason);
  const arms = running.arms.map((each) => ({ ...each, exposed: 0 }));
  const unseen = { ...running, arms };
  expect(await show(unseen)).toContain(`Decide… ${reason}`);
  expect(await markupOf(unseen)).toMatch(/<button[^>]* aria-disabled="true"[^>]*>(<[^>]+>)*Decide…/);
});

it('shows the decisions about experiments that the live set no longer has, and only those, below the panels', async () => {
  const past =
    /Decisions about experiments that are no longer live quiz\/shorter Keep page More leads\. vera,/;
  const text = await show(running);
  expect(text.match(/Keep page/g)).toHaveLength(2);
  expect(text).toMatch(past);
  const withAnother = await show(running, { ...running, name: 'pricing/other', decisions: [] });
  expect(withAnother.match(/Keep page/g)).toHaveLength(2);
  expect(withAnother).toMatch(past);
});

it('says that the decisions about past experiments could not be loaded', async () => {
  const store = createConsoleStore();
  const { experimentDecisions } = consoleApi.endpoints;
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'));
  await store.dispatch(experimentDecisions.initiate());
  const markup = await markupOf(running, <ExperimentsPage />, store);
  expect(markup.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toContain(
    'Decisions about experiments that are no longer live The data could not be loaded.',
  );
});

it.each([
  ['more', 'Sells more'],
  ['fewer', 'Sells less'],
  ['unclear', 'Not certain'],
] as const)('says in words that an arm sells %s', async (outcome, words) => {
  const difference = { low: 0.012, high: 0.048 };
  const comparisons = [{ arm: 'dialog', difference, worse: [], outcome }];
  expect(await show({ ...running, comparisons })).toContain(`Difference ${words} +1.2 to +4.8 points`);
});

it('says before a decision where it is shown, and that it stays there', async () => {
  expect(await markupOf(running, <DecideDialog report={running} onClose={() => undefined} />)).toContain(
    'This view shows it with your name, even after the experiment has left the live set.',
  );
});

it('says how many saw it, and for how many of them the time to buy is over', async () => {
  expect(await show(running)).toContain(
    'Visitors who saw it: 12,600. For 12,400 of them the time to buy is over. Only their purchases are compared.',
  );
  const arms = running.arms.map((each) => ({ ...each, exposed: 0, visitors: 0 }));
  expect(await show({ ...running, arms })).not.toContain('Visitors who saw it');
});

it('asks for no decision about an ended experiment before the time to buy of all visitors is over', async () => {
  const arms = running.arms.map((each) => ({ ...each, exposed: 6000, visitors: 0 }));
  const text = await show({ ...running, status: 'expired', arms });
  expect(text).toContain(
    'For 12,000 of its visitors the time to buy is not over. Wait until it is: deleting the experiment removes this report.',
  );
  expect(text).not.toContain('Decide, make the arm the product');
});

it('says first that the assignment is skewed', async () => {
  const text = await show({ ...running, skewedArm: 'dialog', comparisons: [] });
  expect(text.indexOf('Check the assignment first')).toBeGreaterThan(0);
  expect(text.indexOf('Check the assignment first')).toBeLessThan(text.indexOf(running.verdict));
  expect(text).not.toContain('The visitors are divided as the weights say.');
  expect(text).toContain('Difference – ');
});

it.each([
  ['has ended', { status: 'expired' }, 'This experiment has ended and is off'],
  [
    'has ended, and all visitors count',
    { status: 'expired', arms: running.arms.map((each) => ({ ...each, visitors: 6300 })) },
    'Decide, make the arm the product, and delete the experiment.',
  ],
  [
    'clashes',
    { status: 'clashing', clashesWith: 'pricing/other' },
    'It replaces the same setting as pricing/other, which runs and started earlier.',
  ],
] as const)('says that an experiment %s', async (_, change, notice) => {
  expect(await show({ ...running, ...change })).toContain(notice);
});
