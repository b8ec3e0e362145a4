import { remoteManifestSchema } from '@funnel/contracts/release';

import { replaceInPage, setInPage } from './replace-remote.ts';

const integrity = `sha384-${'A'.repeat(64)}`;
const manifest = remoteManifestSchema.parse({
  kind: 'remote',
  name: 'mfe-quiz',
  version: '1.0.0',
  container: 'mfe_quiz_1_0_0',
  entry: 'remoteEntry.js',
  contract: 1,
  react: '^19.0.0',
  paths: ['/'],
  widgets: [],
  screens: ['/'],
  preload: ['remoteEntry.js'],
  files: { 'remoteEntry.js': { integrity, bytes: 1, type: 'text/javascript' } },
  firstScreens: [],
  css: '',
});

it('loads all files of a product behind a CDN from the development server, and no copy of the replaced remote', () => {
  const cdn = 'https://cdn.example.com';
  const set = JSON.stringify({ id: 'abc', number: 1, shell: '1.0.0', remotes: [], previous: [] });
  const page = replaceInPage(
    [
      `<link rel="preload" as="script" href="${cdn}/remotes/mfe-quiz/1.0.0/remoteEntry.js">`,
      `<link rel="preload" as="script" href="${cdn}/remotes/mfe-legal/1.0.0/remoteEntry.js">`,
      `<script type="application/json" id="release-set">${set}</script>`,
      `<script type="application/json" id="public-config">{"claims":"all","remotesOrigin":"${cdn}","links":{}}</script>`,
    ].join(''),
    manifest,
  );
  expect(page).not.toContain(cdn);
  expect(page).toContain('{"claims":"all","links":{}}');
  expect([...page.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    '/remotes/mfe-legal/1.0.0/remoteEntry.js',
  ]);
});

it('shows the local remote alone, and no published version of it if that fails', () => {
  const released = (name: string, version: string) => ({
    name,
    version,
    container: `${name.replace('-', '_')}_${version.replaceAll('.', '_')}`,
    base: `/remotes/${name}/${version}/`,
    entry: 'remoteEntry.js',
    contract: 1,
    paths: [],
    widgets: [],
    preload: [],
    integrity: {},
  });
  const live = {
    id: 'abc',
    number: 1,
    shell: '1.0.0',
    remotes: [released('mfe-quiz', '1.1.0'), released('mfe-legal', '1.1.0')],
    previous: [released('mfe-quiz', '1.0.0'), released('mfe-legal', '1.0.0')],
  };
  const set = JSON.stringify(live);
  const page = replaceInPage(`<script type="application/json" id="release-set">${set}</script>`, manifest);
  const shown = JSON.parse(setInPage(page) ?? '');
  const versions = (remotes: readonly { readonly name: string; readonly version: string }[]) =>
    remotes.map(({ name, version }) => `${name}@${version}`);
  expect([versions(shown.remotes), versions(shown.previous)]).toEqual([
    ['mfe-quiz@0.0.0+local', 'mfe-legal@1.1.0'],
    ['mfe-legal@1.0.0'],
  ]);
  // What a developer does is no visit of the live set.
  expect(shown.isPreview).toBe(true);
});
