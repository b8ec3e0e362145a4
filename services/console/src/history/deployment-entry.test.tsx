import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';

import { createConsoleStore } from '../api/store.ts';
import { DeploymentEntry } from './deployment-entry.tsx';

const entryBy = (actor: string) =>
  renderToStaticMarkup(
    <Provider store={createConsoleStore()}>
      <DeploymentEntry
        deployment={{
          at: 0,
          actor,
          action: 'heal',
          percent: null,
          from: 'two',
          to: 'one',
          note: '',
          report: null,
        }}
        numbers={{ one: 1, two: 2 }}
        isLive
      >
        {null}
      </DeploymentEntry>
    </Provider>,
  );

it.each([
  ['self-healing', 'auto-rollback'],
  ['canary-stages', 'the stages of the canary'],
  ['ada', 'ada'],
])('names the actor %s as %s', (actor, name) => {
  expect(entryBy(actor)).toContain(`<strong>${name}</strong>`);
});
