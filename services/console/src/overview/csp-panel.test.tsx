import { renderToStaticMarkup } from 'react-dom/server';

import { CspPanel } from './csp-panel.tsx';

it('shows what was blocked, by which directive, how often and when last', () => {
  const lastAt = Date.parse('2026-11-30T12:00:00Z');
  const violation = { directive: 'img-src', blocked: 'https://ads.example', count: 1200, lastAt };
  const markup = renderToStaticMarkup(<CspPanel violations={[violation]} />);
  const [, row = ''] = [...markup.matchAll(/<tr .*?<\/tr>/g)].map(([text]) => text);
  expect(row).toContain('<time dateTime="2026-11-30T12:00:00.000Z"');
  // Each value follows the header that small screens show.
  expect(row.replaceAll(/(<[^>]+>)+/g, '|')).toMatch(
    /^\|https:\/\/ads\.example\|Directive\|img-src\|Times\|1,200\|Last\|/,
  );
});
