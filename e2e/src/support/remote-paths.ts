import { expect, test, type Page } from '@playwright/test';

import { heading } from './journey.ts';
import { hasTakenOver } from './open-app.ts';

interface RemotePaths {
  readonly name: string;
  readonly paths: readonly string[];
}

/** Opens each path of the remotes, as a visitor who has only the URL, and expects a screen. Returns the paths. */
export async function openPaths(page: Page, remotes: readonly RemotePaths[]): Promise<string[]> {
  const owned = remotes.flatMap(({ name, paths }) => paths.map((path) => ({ name, path })));
  for (const { name, path } of owned) {
    await test.step(`${path} of ${name}`, async () => {
      const response = await page.goto(path);
      expect(response?.status(), `status of ${path}`).toBe(200);
      // Before, the prerendered screen is shown, whether or not its remote loads.
      await page.waitForFunction(hasTakenOver);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(heading(page, 'This page could not be loaded')).toHaveCount(0);
    });
  }
  return owned.map(({ path }) => path);
}
