import { renderToString } from 'react-dom/server';

import * as statusArt from './status-art.tsx';

const drawings = Object.values(statusArt).map((Art) => renderToString(<Art />));

it('has a drawing of its own for each state, which screen readers skip', () => {
  expect(new Set(drawings).size).toBe(drawings.length);
  for (const drawing of drawings) expect(drawing).toMatch(/^<svg[^>]* aria-hidden="true" focusable="false"/);
});

it('takes its colors from the tokens', () => {
  for (const drawing of drawings) {
    expect(drawing).toContain('fill="currentColor"');
    expect(drawing).not.toMatch(/#[0-9a-f]{3,8}\b|rgb|hsl/i);
  }
});
