import type { AppReport } from '@funnel/contracts/release-management';
import { renderToStaticMarkup } from 'react-dom/server';

import { AppVersionsTable } from './app-versions-table.tsx';

const report: AppReport = {
  name: 'mfe-survey',
  visitors: 8,
  versions: [
    {
      version: '1.1.0',
      publishedAt: Date.now(),
      publisher: {
        actor: 'octo-org/survey',
        source: { repository: 'octo-org/survey', commit: '0123456789abcdef', run: '9001' },
      },
      bytes: 2048,
      contracts: [
        { contract: 1, acceptedUntil: '2027-06-30' },
        { contract: 2, acceptedUntil: null },
      ],
      state: 'withdrawn',
      deprecation: 'it is slow',
      visitors: 2,
    },
    {
      version: '1.0.0',
      publishedAt: Date.now(),
      publisher: null,
      bytes: 1024,
      contracts: [],
      state: 'live',
      deprecation: null,
      visitors: 6,
    },
  ],
  errorsSince: 0,
  errors: [],
};

it('shows the origin of a version, its part of the visitors, and until when its contract is accepted', () => {
  const text = renderToStaticMarkup(<AppVersionsTable report={report} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
  expect(text).toContain(
    'State Withdrawn Deprecated: it is slow Published by octo-org/survey from octo-org/survey, commit 0123456789ab, run 9001 Size 2.0 KB Contract 1 accepted until 30 Jun 2027 2 Visitors now 2 (25.0 %)',
  );
  expect(text).toContain('Published by Unknown: it is older than the history.');
});
