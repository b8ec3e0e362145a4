import type { AppReport } from '@funnel/contracts/release-management';
import { renderToStaticMarkup } from 'react-dom/server';

import { AppErrorsTable } from './app-errors-table.tsx';

it('shows each place of a stack in a line of its own', () => {
  const places = ['/remotes/mfe-quiz/1.2.0/a.js:1:2', '/assets/1.0.0/b.js:3:4', '/assets/1.0.0/c.js:5:6'];
  const error: AppReport['errors'][number] = {
    version: '1.2.0',
    kind: 'script',
    detail: `TypeError ${places.join(' < ')}`,
    paths: ['/'],
    visitors: 3,
    lastAt: Date.now(),
  };
  const text = renderToStaticMarkup(<AppErrorsTable errors={[error]} />).replace(/<[^>]+>/g, '');
  expect(text).toContain(`TypeError ${places.join('\n')}`);
});
