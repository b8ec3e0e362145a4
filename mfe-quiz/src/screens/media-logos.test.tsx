import type { MediaLogo } from '@funnel/contracts/media-logos';
import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { remote } from '../quiz.remote.tsx';

jest.mock('@funnel/contracts/media-logos', () => ({
  mediaLogos: [
    { name: 'A Newspaper', mark: 'AN', link: 'https://newspaper.example/article', isSample: false },
    { name: 'A Printed Magazine', mark: 'PM', link: null, isSample: false },
  ] satisfies MediaLogo[],
}));

it('shows the publications of the content by mark and name, and links those that have an article', () => {
  const { Stage } = remote;
  if (!Stage) throw new Error('The remote has no stage');
  const [, list = ''] =
    /<section aria-label="In the press".*?<ul[^>]*>(.*?)<\/ul>/.exec(
      markupOf(<Stage shell={noopShell} path="/stats-slide" />),
    ) ?? [];
  const withoutClasses = list.replaceAll(/ class="[^"]*"/g, '');
  expect(withoutClasses).toBe(
    '<li><span aria-hidden="true">AN</span>' +
      '<a href="https://newspaper.example/article" target="_blank" rel="noopener noreferrer">A Newspaper</a></li>' +
      '<li><span aria-hidden="true">PM</span><span>A Printed Magazine</span></li>',
  );
});
