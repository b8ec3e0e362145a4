import { expect, test } from './support/funnel.ts';
import { openState } from './support/states.ts';

test('no style sheet of a remote contains a font, which would make the browser lay out the page again', async ({
  page,
}) => {
  const prefetched = page.waitForResponse(/\/remotes\/mfe-checkout\/.*\.css$/);
  await openState(page, 'offer, all known');
  await (await prefetched).finished();
  const fonts = () =>
    page.evaluate(() =>
      [...document.styleSheets].map(({ href, cssRules }) => ({
        app: href ? new URL(href).pathname.split('/').slice(1, 3).join('/') : 'the document',
        hasFont: [...cssRules].some((rule) => rule instanceof CSSFontFaceRule),
      })),
    );
  await expect.poll(fonts).toContainEqual({ app: 'remotes/mfe-checkout', hasFont: false });
  const withFont = (await fonts()).filter(({ hasFont }) => hasFont).map(({ app }) => app);
  // The document contains the style sheet of the shell.
  expect(withFont).toEqual(['the document']);
});

test('federation tools find the loaded versions and what they expose, and visitors load nothing for them', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(page.getByRole('radio').or(page.getByRole('button')).first()).toBeVisible();
  const modules = await page.waitForFunction(() => {
    const { moduleInfo } = window.__FEDERATION__;
    return Object.keys(moduleInfo).some((key) => key.startsWith('mfe-quiz:')) && moduleInfo;
  });
  const found = Object.entries(await modules.jsonValue());
  expect(requested.filter((path) => path.endsWith('mf-manifest.json'))).toEqual([]);

  for (const [key, module] of found) {
    const [name = '', version = ''] = key.split(':');
    const address = `/remotes/${name}/${version}/mf-manifest.json`;
    expect(module).toEqual({ version, remoteEntry: address });
    const manifest = await (await page.request.get(address)).json();
    expect(manifest).toMatchObject({ name, exposes: [{ path: './remote' }] });
    const { remoteEntry } = manifest.metaData;
    expect(requested).toContain(`/remotes/${name}/${version}/${remoteEntry.path}${remoteEntry.name}`);
  }
});
