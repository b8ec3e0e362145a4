import { remoteManifestSchema } from '@funnel/contracts/release';

import { replaceInPage } from './replace-remote.ts';

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
