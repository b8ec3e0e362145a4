import type { Page } from '@playwright/test';

import { publishAs, release } from '../support/builds.ts';
import { collectEvents } from '../support/events.ts';
import { faults, recoveryTimeout, throwsWhenShown } from '../support/faults.ts';
import { expect, test } from '../support/funnel.ts';
import { heading } from '../support/journey.ts';
import { finishShortJourney } from '../support/short-journey.ts';

test.use({ productName: 'two versions of every remote' });

const newer = '909.0.0';
const remotes = ['mfe-quiz', 'mfe-pricing', 'mfe-checkout', 'mfe-legal'] as const;

test.beforeAll(async ({ funnel }) => {
  for (const remote of remotes) await publishAs(funnel, remote, newer);
  await release(funnel, 'promote', ...remotes.map((remote) => `${remote}@${newer}`));
});

/** The versions whose code was loaded, such as `mfe-legal@909.0.0`. */
function collectRan(page: Page): ReadonlySet<string> {
  const ran = new Set<string>();
  page.on('requestfinished', (request) => {
    const [, remote, version] = /\/remotes\/([\w-]+)\/([^/]+)\/remote\.\w+\.js$/.exec(request.url()) ?? [];
    if (remote) ran.add(`${remote}@${version}`);
  });
  return ran;
}

for (const [at, { name, inject, isOfStyle }] of faults.entries()) {
  test(`${name} in the newest version of every remote: a journey finishes on the fallback versions`, async ({
    page,
  }) => {
    const ran = collectRan(page);
    await inject(page, new RegExp(`/${newer}/`));
    await finishShortJourney(page, `outage-${at}@example.com`, recoveryTimeout);
    const older = [...ran].filter((member) => !member.endsWith(newer)).map((member) => member.split('@')[0]);
    // The documents of the quiz contain its style sheet.
    const failed = remotes.filter((remote) => !isOfStyle || remote !== 'mfe-quiz');
    expect(older.toSorted()).toEqual(failed.toSorted());
  });
}

test('a legal dialog that throws is shown from its fallback version, and the offer stays on its newest version', async ({
  page,
}) => {
  const ran = collectRan(page);
  await throwsWhenShown.inject(page, new RegExp(`^/remotes/mfe-legal/${newer}/`));
  await page.goto('/final');
  await page.getByRole('radio', { name: /12-WEEK PLAN/ }).check();
  await page.getByRole('button', { name: 'Terms and Conditions' }).first().click();
  const legalDialog = page.getByRole('dialog', { name: 'Legal Information' });
  await expect(legalDialog.getByRole('tab', { name: 'Terms' })).toBeVisible(recoveryTimeout);
  await legalDialog.getByRole('button', { name: 'Close' }).click();
  await expect(heading(page, 'Your personalized trading plan')).toBeVisible();
  await expect(page.getByRole('radio', { name: /12-WEEK PLAN/ })).toBeChecked();
  expect([...ran].filter((member) => member.startsWith('mfe-legal'))).toHaveLength(2);
  expect([...ran].filter((member) => member.startsWith('mfe-pricing'))).toEqual([`mfe-pricing@${newer}`]);
});

test('a stage whose two versions both throw shows a readable message, and retrying shows the stage', async ({
  page,
}) => {
  const events = collectEvents(page);
  await throwsWhenShown.inject(page, /^\/remotes\/mfe-pricing\//);
  await page.goto('/final');
  await expect(heading(page, 'This page could not be loaded')).toBeVisible(recoveryTimeout);
  const failures = () => events.filter(({ name }) => name === 'ResourceFailed');
  await expect.poll(failures).toHaveLength(2);
  expect(failures()[0]).toMatchObject({ remote: 'mfe-pricing', version: newer });

  await throwsWhenShown.clear(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, 'Your personalized trading plan')).toBeVisible(recoveryTimeout);
  await expect(page.getByRole('radio', { name: /12-WEEK PLAN/ })).toBeEnabled();
});
