import { violationsOf } from '../support/accessibility.ts';
import { publishAs, release } from '../support/builds.ts';
import { openView, overflowOf, signIn, waitForIdle } from '../support/console.ts';
import { expect, test } from '../support/funnel.ts';
import { keyboard } from '../support/journey.ts';
import { simulateVisit } from '../support/visits.ts';

test.use({ productName: 'console-app' });

for (const [width, colorScheme] of [
  [1280, 'light'],
  [360, 'dark'],
] as const) {
  test(`the page of an app shows its versions and errors, by keyboard, at ${width} px, ${colorScheme}`, async ({
    page,
    funnel,
  }) => {
    const version = `2.0.${width}`;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 740 });
    await publishAs(funnel, 'mfe-legal', version);
    await release(funnel, 'promote', `mfe-legal@${version}`);
    const place = `TypeError /remotes/mfe-legal/${version}/remote.js:1:2345`;
    const { report } = await simulateVisit(funnel);
    await report(
      { name: 'PageView' },
      { name: 'ResourceFailed', remote: 'mfe-legal', version, detail: `${place} < /assets/shell.js:3:4` },
    );

    await signIn(page, funnel, keyboard);
    await openView(page, 'Versions', keyboard);
    await keyboard.press(page.getByRole('link', { name: 'mfe-legal', exact: true }));
    await expect(page.getByRole('heading', { level: 1, name: 'mfe-legal' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    const row = page.getByRole('table', { name: 'Versions' }).getByRole('row', { name: version });
    await expect(row).toContainText('Live');
    await expect(row).toContainText('operator');
    await expect(row).toContainText(/\d+ \(\d+\.\d\s%\)/);
    const error = page
      .getByRole('table', { name: 'Errors of the last 7 days' })
      .getByRole('row', { name: place });
    await expect(error).toContainText(version);
    // One line for each place.
    await expect(error).toContainText(`${place}\n/assets/shell.js:3:4`, { useInnerText: true });
    await waitForIdle(page);
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.screenshot({ path: `test-results/app-${width}.png`, fullPage: true });

    await keyboard.press(page.getByRole('link', { name: 'Compare and promote' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Versions' })).toBeVisible();
  });
}

test('the page of an app that was never published says so', async ({ page, funnel }) => {
  await signIn(page, funnel, keyboard);
  await page.goto(`${funnel.operatorsUrl}/apps/mfe-none`);
  await expect(page.getByText(/No version of "mfe-none" has been published\./)).toBeVisible();
});
