import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { remote } from '../quiz.remote.tsx';

const { Stage } = remote;

function screenAt(path: string): string {
  if (!Stage) throw new Error('The remote has no stage');
  return markupOf(<Stage shell={noopShell} path={path} />);
}

it('shows each company by name beside a tile with its first letters, and no logo', () => {
  const tiles = [...screenAt('/step-10').matchAll(/<label[^>]*>(.*?)<\/label>/g)].map(
    ([, tile = '']) => tile,
  );
  expect(
    tiles.map((tile) =>
      tile
        .replace(/<[^>]+>/g, ' ')
        .trim()
        .split(/\s+/),
    ),
  ).toEqual([
    ['Ne', 'Netflix'],
    ['Te', 'Tesla'],
    ['Ap', 'Apple'],
    ['Am', 'Amazon'],
    ['Mc', 'McDonalds'],
    ['Sh', 'Shell'],
    ['Ex', 'Exxon'],
    ['Mi', 'Microsoft'],
    ['Go', 'Google'],
    ['Pf', 'Pfizer'],
  ]);
  expect(tiles.join('')).not.toMatch(/<(img|svg|picture)/);
});

it('shows each tool by name beside an icon', () => {
  const tiles = [...screenAt('/step-11').matchAll(/<label[^>]*>(.*?)<\/label>/g)].map(
    ([, tile = '']) => tile,
  );
  expect(tiles).toHaveLength(4);
  expect(tiles.filter((tile) => !tile.includes('<svg'))).toEqual([]);
});

it('/loading has a circular progress with its percent beside the linear one, which is the only one', () => {
  const markup = screenAt('/loading');
  expect(markup).toMatch(/<progress.*<svg[^>]*><circle[^>]*><\/circle><text[^>]*>0%<\/text><\/svg>/);
  expect(markup.match(/<progress/g)).toHaveLength(1);
});
