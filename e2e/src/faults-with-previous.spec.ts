import { buildEdited, release } from './support/builds.ts';
import { faults, offer, patience, withoutHashes } from './support/faults.ts';
import { expect, test } from './support/funnel.ts';

test.use({ productName: 'two versions of pricing' });
const newer = '1.0.1';

test.beforeAll(async ({ funnel }) => {
  test.setTimeout(120_000);
  const dir = await buildEdited('mfe-pricing', newer);
  await release(funnel, 'publish', 'mfe-pricing', '--dir', dir);
  await release(funnel, 'promote', `mfe-pricing@${newer}`);
});

for (const { name, file, answer } of faults) {
  test(`${name}: the version before it`, async ({ page }) => {
    const loaded: string[] = [];
    page.on('requestfinished', (request) => loaded.push(new URL(request.url()).pathname));
    await page.route(file, (route) =>
      route.request().url().includes(`/mfe-pricing/${newer}/`) ? answer(route) : route.continue(),
    );
    await page.goto('/final', { waitUntil: 'commit' });
    await expect(offer(page)).toBeVisible(patience);
    expect(loaded.some((path) => /^\/remotes\/mfe-pricing\/1\.0\.0.*remoteEntry\.js$/.test(path))).toBe(true);
  });
}

test('missing hash: the version before it', async ({ page }) => {
  await page.route(/\/final$/, withoutHashes(`/remotes/mfe-pricing/${newer}/`));
  await page.goto('/final', { waitUntil: 'commit' });
  await expect(offer(page)).toBeVisible(patience);
});
