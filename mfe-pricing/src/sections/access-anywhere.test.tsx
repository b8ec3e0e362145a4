import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { AccessAnywhere } from './access-anywhere.tsx';

/** Each badge with its link, or null. */
function badges(links: Partial<typeof noopShell.config.links>): [name: string, link: string | null][] {
  const config = { ...noopShell.config, links: { ...noopShell.config.links, ...links } };
  return [...markupOf(<AccessAnywhere />, { config }).matchAll(/<li>(.*?)<\/li>/g)].map(([, badge = '']) => [
    /<strong>(.*?)<\/strong>/.exec(badge)?.[1] ?? '',
    /href="(.*?)"/.exec(badge)?.[1] ?? null,
  ]);
}

it('has a badge for each store and for the web app', () => {
  expect(badges({})).toEqual([
    ['App Store', null],
    ['Google Play', null],
    ['Web app', 'https://app.candela.example'],
  ]);
});

it('does not link the badge of a store without a URL', () => {
  expect(markupOf(<AccessAnywhere />).match(/<a /g)).toHaveLength(1);
});

it('links the badge of a store to its URL if one is set', () => {
  const appStore = 'https://apps.apple.com/app/id1';
  const googlePlay = 'https://play.google.com/store/apps/details?id=one';
  expect(badges({ appStore, googlePlay })).toEqual([
    ['App Store', appStore],
    ['Google Play', googlePlay],
    ['Web app', 'https://app.candela.example'],
  ]);
});

it('opens the app in a new tab, which cannot change the funnel', () => {
  const [, link] = /<a ([^>]*)>/.exec(markupOf(<AccessAnywhere />)) ?? [];
  expect(link).toContain('target="_blank" rel="noopener noreferrer"');
});
