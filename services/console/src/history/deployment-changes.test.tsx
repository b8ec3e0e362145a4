import type { ReleaseSetRecord } from '@funnel/contracts/release-management';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';

import { consoleApi } from '../api/console-api.ts';
import { createConsoleStore } from '../api/store.ts';
import { ChangedVersions, DeploymentChanges } from './deployment-changes.tsx';

const setOf = (id: string, members: ReleaseSetRecord['members']): ReleaseSetRecord => ({
  id,
  number: 1,
  members,
  createdAt: 0,
  withdrawnAt: null,
  certification: null,
  deprecated: [],
});

async function show(from: string | null, view = <ChangedVersions from={from} to="two" />): Promise<string> {
  const store = createConsoleStore();
  const { upsertQueryData, resetApiState } = consoleApi.util;
  const sets = [
    setOf('one', { shell: '1.0.0', 'mfe-quiz': '1.0.0' }),
    setOf('two', { shell: '1.0.0', 'mfe-quiz': '1.1.0' }),
  ];
  await Promise.all(sets.map((set) => store.dispatch(upsertQueryData('releaseSet', set.id, set))));
  const markup = renderToStaticMarkup(<Provider store={store}>{view}</Provider>);
  // Ends the timer that would remove the data later.
  store.dispatch(resetApiState());
  return markup;
}

it('names the versions that a deployment changed, from the sets without the findings of the gates', async () => {
  const markup = await show('one');
  expect(markup).toContain('mfe-quiz: 1.0.0 → 1.1.0');
  expect(markup).not.toContain('shell');
});

it('names every version of the first deployment', async () => {
  const markup = await show(null);
  expect(markup).toContain('mfe-quiz: None → 1.1.0');
  expect(markup).toContain('shell: None → 1.0.0');
});

it('loads what a deployment changed only when its section is opened', async () => {
  const markup = await show('one', <DeploymentChanges from="one" to="two" label="Changes of today" />);
  expect(markup.replace(/<[^>]+>/g, '')).toBe('Changes');
});

it('names the section of the changes by its deployment for screen readers', async () => {
  const markup = await show('one', <DeploymentChanges from="one" to="two" label="Changes of today" />);
  expect(markup).toMatch(/<summary aria-label="Changes of today"/);
});
