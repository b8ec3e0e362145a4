import { brotliCompressSync } from 'node:zlib';

import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { screens } from '../flow.ts';
import { remote } from '../quiz.remote.tsx';

const paths = screens.map(({ path }) => path);

function markupAt(path: string): string {
  if (!remote.Stage) throw new Error('The remote has no stage');
  return markupOf(<remote.Stage shell={noopShell} path={path} />);
}

/** The scene above the heading, without the name of its screen. */
function sceneAt(path: string): string {
  const [, scene] = /(<svg data-scene=.*?<\/svg>).*<h1/s.exec(markupAt(path)) ?? [];
  if (!scene) throw new Error(`${path} has no scene above its heading`);
  return scene.replace(/ data-scene="[^"]*"/, '');
}

describe('until the scenes have loaded', () => {
  it('only the first screen has its scene', () => {
    expect(paths.filter((path) => sceneAt(path).includes('<path'))).toEqual(['/']);
  });

  it('every other screen has an empty area for its scene', () => {
    for (const path of paths.slice(1)) expect(sceneAt(path)).toMatch(/^<svg[^>]*><\/svg>$/);
  });
});

describe('when the scenes have loaded', () => {
  beforeAll(async () => {
    await remote.loadForPrerender?.();
  });

  it('each of the 23 screens has a scene of its own', () => {
    const scenes = paths.map(sceneAt);
    expect(scenes).toHaveLength(23);
    expect(new Set(scenes).size).toBe(23);
    for (const scene of scenes) expect(scene).toContain('<path');
  });

  it.each(paths)(
    'the scene of %s is under 3 KB, hidden from screen readers, and colored by tokens',
    (path) => {
      const scene = sceneAt(path);
      expect(brotliCompressSync(scene).length).toBeLessThan(3000);
      expect(scene).toMatch(/^<svg[^>]* aria-hidden="true" focusable="false"/);
      expect(scene).not.toMatch(/#[0-9a-f]{3,8}\b|rgb|hsl|<text/i);
    },
  );
});

/** How many options a question has, from the product's description. The companies have monograms instead of icons. */
const optionCounts: Readonly<Record<string, number>> = {
  '/': 2,
  '/step-1': 4,
  '/step-2': 3,
  '/step-3': 3,
  '/step-4': 3,
  '/step-5': 3,
  '/step-6': 4,
  '/step-7': 3,
  '/step-8': 4,
  '/step-9': 4,
  '/step-11': 4,
  '/step-12': 3,
  '/step-13': 4,
  '/step-14': 4,
  '/step-15': 5,
  '/step-16': 4,
};

it.each(Object.entries(optionCounts))('each option of %s has an icon of its own', (path, count) => {
  const options = markupAt(path).match(/<button [^>]*value=.*?<\/button>|<label.*?<\/label>/gs) ?? [];
  expect(options).toHaveLength(count);
  const icons = options.flatMap((option) => /<path d="([^"]+)"/.exec(option)?.[1] ?? []);
  expect(new Set(icons).size).toBe(count);
});
