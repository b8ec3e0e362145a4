import type { TopBar } from '@funnel/contracts/release';
import { renderToStaticMarkup } from 'react-dom/server';

import { Layout } from './layout.tsx';

const emptyBar: TopBar = { back: null, counter: null, progress: null, hidden: false };
const layoutWith = (bar: Partial<TopBar>) => renderToStaticMarkup(<Layout bar={{ ...emptyBar, ...bar }} />);
/** The name of each link, with its target. */
const linksIn = (markup: string) =>
  [...markup.matchAll(/<a ([^>]*)>/g)].map(([, attributes = '']) => [
    /aria-label="([^"]*)"/.exec(attributes)?.[1],
    /href="([^"]*)"/.exec(attributes)?.[1],
  ]);

test('a screen at 0 % has an empty bar, and a screen without progress has none', () => {
  expect(layoutWith({ progress: 0 })).toMatch(/<progress [^>]*max="100" value="0" aria-label="[^"]+"/);
  expect(layoutWith({})).not.toContain('<progress');
});

test('a screen reader reads the counter in words, and not as it is shown', () => {
  const [, counter = ''] =
    /<header.*?(<span aria-hidden.*?)<\/header>/.exec(layoutWith({ counter: '4 / 17' })) ?? [];
  const shown = '<span aria-hidden="true">4 / 17</span>';
  expect(counter).toContain(shown);
  expect(counter.replace(shown, '').replace(/<[^>]+>/g, '')).toBe('Step 4 of 17');
});

test('the arrow and the logo have names', () => {
  expect(linksIn(layoutWith({ back: { to: '/step-1', history: false } }))).toEqual([
    ['Back', '/step-1'],
    ['Candela, to the start', '/'],
  ]);
});

test('the arrow is the only exit of a screen from which it goes back in history', () => {
  expect(linksIn(layoutWith({ back: { to: '/final', history: true } }))).toEqual([['Back', '/final']]);
});
