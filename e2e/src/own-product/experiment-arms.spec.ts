import type { Browser, Page } from '@playwright/test';

import { buildEdited, release } from '../support/builds.ts';
import { sharedPlan } from '../support/experiment-plan.ts';
import { expect, test } from '../support/funnel.ts';
import { cards, heading, mouse, pay } from '../support/journey.ts';
import { openApp } from '../support/open-app.ts';
import { storedRows } from '../support/stored-rows.ts';

test.use({ productName: 'arms of experiments' });

const useVariantImport = "import { useVariant } from '@funnel/shell-kit/use-variant';\n";
const readsHeading = [
  { file: 'src/offer-page.tsx', from: /^/, to: useVariantImport },
  {
    file: 'src/offer-page.tsx',
    from: '<h1 tabIndex={-1}>{content.title}</h1>',
    to: "<h1 tabIndex={-1}>{useVariant('pricing/heading') === 'short' ? 'Your plan' : content.title}</h1>",
  },
];
const readsOrder = [
  { file: 'src/current-screen.tsx', from: /^/, to: useVariantImport },
  {
    file: 'src/current-screen.tsx',
    from: 'const goToNext = () => shell.navigate(screen.next);',
    to: "const isShort = useVariant('quiz/order') === 'short'; const goToNext = () => shell.navigate(isShort && screen.path === '/' ? '/step-17' : screen.next);",
  },
];
const experiment = (name: string, settings: object, audience: object = {}) => ({
  name,
  owner: 'tests',
  hypothesis: 'Visitors of the other arm pay more often.',
  audience,
  arms: [
    { name: 'as-it-is', weight: 1, settings: {} },
    { name: 'changed', weight: 1, settings },
  ],
  ...sharedPlan,
});
const experimentsOf = (...experiments: object[]) => ({
  file: 'remote.config.ts',
  from: /export default \{(\s+name: '[\w-]+',)([^]*?)(?:\s+experiments,)?\n\};/,
  to: `export default {$1$2\n  experiments: ${JSON.stringify(experiments)},\n};`,
});

test.beforeAll(async ({ funnel }) => {
  const pricing = await buildEdited('mfe-pricing', '901.6.0', [
    ...readsHeading,
    experimentsOf(
      experiment('pricing/first-plan', { firstPlan: 'plan3' }),
      experiment('pricing/heading', { variants: { 'pricing/heading': 'short' } }, { devices: ['phone'] }),
    ),
  ]);
  const quiz = await buildEdited('mfe-quiz', '901.6.0', [
    ...readsOrder,
    experimentsOf(experiment('quiz/order', { variants: { 'quiz/order': 'short' } })),
  ]);
  await release(funnel, 'publish', 'mfe-pricing', '--dir', pricing);
  await release(funnel, 'publish', 'mfe-quiz', '--dir', quiz);
  await release(funnel, 'promote', 'mfe-pricing@901.6.0', 'mfe-quiz@901.6.0');
});

const phone = { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148' };
const settingsOf = async (page: Page): Promise<{ firstPlan?: string; variants?: Record<string, string> }> =>
  JSON.parse((await page.locator('#public-config').textContent()) ?? '{}');

/** Opens the path as new visitors, until one has the arms that `isWanted` asks for. */
async function visitWith(
  browser: Browser,
  options: { readonly baseURL: string; readonly userAgent?: string },
  path: string,
  isWanted: (settings: Awaited<ReturnType<typeof settingsOf>>) => boolean,
): Promise<Page> {
  for (let visitor = 0; visitor < 100; visitor++) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await openApp(page, path);
    if (isWanted(await settingsOf(page))) return page;
    await context.close();
  }
  throw new Error('none of 100 visitors got the wanted arms');
}

test('a visitor whose arm selects another plan first pays that plan, and the purchase names the arm', async ({
  browser,
  funnel,
}) => {
  const seenBy = () =>
    storedRows(
      funnel,
      `select arm from exposures where experiment = 'pricing/first-plan' and arm = 'changed'`,
    ).length;
  const seenBefore = seenBy();
  const page = await visitWith(
    browser,
    { baseURL: funnel.url },
    '/final?email=arm@example.com',
    ({ firstPlan }) => firstPlan === 'plan3',
  );
  await expect(page.getByRole('radio', { name: /12-WEEK PLAN/ })).toBeChecked();
  // A purchase names the arms whose views are stored before.
  await expect.poll(seenBy).toBeGreaterThan(seenBefore);
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expect(heading(page, 'Complete Your Order')).toBeVisible();
  await pay(page, mouse, cards.good);
  await expect(heading(page, 'Payment Successful!')).toBeVisible();
  const [paid, ...others] = storedRows(
    funnel,
    `select plan_id, arms from checkout_sessions where status = 'paid'`,
  ).map((row) => Object(JSON.parse(row)));
  expect(others).toEqual([]);
  expect(paid.plan_id).toBe('plan3');
  expect(JSON.parse(paid.arms)).toMatchObject({ 'pricing/first-plan': 'changed' });
  await page.context().close();
});

test('a text differs by arm, and only for the audience of its experiment', async ({ browser, funnel }) => {
  const baseURL = funnel.url;
  const isShort = ({ variants }: Awaited<ReturnType<typeof settingsOf>>) =>
    variants?.['pricing/heading'] === 'short';
  const short = await visitWith(browser, { baseURL, ...phone }, '/final', isShort);
  await expect(short.getByRole('heading', { level: 1 })).toHaveText('Your plan');
  const usual = await visitWith(browser, { baseURL, ...phone }, '/final', (settings) => !isShort(settings));
  await expect(usual.getByRole('heading', { level: 1 })).toHaveText('Your personalized trading plan');
  for (let visitor = 0; visitor < 12; visitor++) {
    const desktop = await browser.newContext({ baseURL });
    const page = await desktop.newPage();
    // Only the whole document has all of the settings.
    await page.goto('/final', { waitUntil: 'domcontentloaded' });
    expect(isShort(await settingsOf(page))).toBe(false);
    await desktop.close();
  }
  await short.context().close();
  await usual.context().close();
});

test('the order of screens differs by arm, and the first screen does not', async ({ browser, funnel }) => {
  const opened = { baseURL: funnel.url };
  const isShort = ({ variants }: Awaited<ReturnType<typeof settingsOf>>) =>
    variants?.['quiz/order'] === 'short';
  const first = new Set<string>();
  for (const [wanted, next] of [
    [true, 'Where should we send your personalized trading plan?'],
    [false, 'How old are you?'],
  ] as const) {
    const page = await visitWith(browser, opened, '/', (settings) => isShort(settings) === wanted);
    first.add(await page.locator('main').innerText());
    await page.getByRole('button', { name: 'YES' }).click();
    await expect(heading(page, next)).toBeVisible();
    await page.context().close();
  }
  expect(first.size).toBe(1);
});
