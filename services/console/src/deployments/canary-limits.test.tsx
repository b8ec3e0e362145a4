import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';

import { createConsoleStore } from '../api/store.ts';
import { AnnouncementProvider } from '../components/announcement.tsx';
import { copy } from '../content/copy.ts';
import { CanaryDialog } from './canary-dialog.tsx';
import { PromoteDialog } from './promote-dialog.tsx';

jest.mock('@funnel/contracts/canary-stages', () => ({
  ...jest.requireActual<object>('@funnel/contracts/canary-stages'),
  maxCanaryPercent: 5,
  minVisitors: 7,
}));

const show = (dialog: ReactNode) =>
  renderToStaticMarkup(
    <Provider store={createConsoleStore()}>
      <AnnouncementProvider>{dialog}</AnnouncementProvider>
    </Provider>,
  );
const set = {
  id: 'a',
  number: 2,
  members: {},
  createdAt: 0,
  withdrawnAt: null,
  certification: null,
  deprecated: [],
};
const noop = () => undefined;

it('a canary cannot be started above the highest percentage of the contract', () => {
  // The dialog begins with 10 %.
  const markup = show(<PromoteDialog name="mfe-quiz" version="1.1.0" onClose={noop} />);
  expect(markup).toContain('From 1 to 5');
  expect(markup).toContain('Enter a whole number from 1 to 5.');
});

it('a canary cannot be increased above the highest percentage of the contract', () => {
  const increaseFrom = (percent: number) =>
    show(<CanaryDialog action="widen" canary={{ set, percent, startedAt: 0, plan: null }} onClose={noop} />);
  expect(increaseFrom(3)).toContain('value="5"');
  expect(increaseFrom(3)).toContain('More than 3, at most 5');
});

it('the texts name the highest percentage and the least visitors of the contract', () => {
  const { promote, increase } = copy.deployments;
  expect(promote.stagesWrong).toContain('Enter ascending percentages from 1 to 5, each');
  expect(increase.most).toContain('The canary gets 5 %.');
  expect(promote.effectStages).toContain('either set has fewer than 7 visitors');
  expect(promote.effectAutoRollback).toContain('From 7 visitors,');
  expect(copy.overview.autoRollback).toContain('(checked from 7 visitors)');
});
