import { expect, test, type Locator, type Page } from '@playwright/test';

import { cards, heading, mouse, pay, paymentForm } from '../src/support/journey.ts';
import { openPaths } from '../src/support/remote-paths.ts';

interface ReleasedSet {
  readonly id: string;
  readonly isPreview?: boolean;
  readonly remotes: readonly {
    readonly name: string;
    readonly version: string;
    readonly paths: readonly string[];
  }[];
}

/** An event that the page reports, if it is a failure. */
interface ReportedEvent {
  readonly name: string;
  readonly remote?: string;
  readonly version?: string;
  readonly detail?: string;
}

const link = process.env['CERTIFY_URL'] ?? '';
const setId = process.env['CERTIFY_SET'] ?? '';
const email = process.env['CERTIFY_EMAIL'] ?? '';

const pathOf = (page: Page) => new URL(page.url()).pathname;
const shownSet = async (page: Page): Promise<ReleasedSet> =>
  (await page.request.get('/api/release-set')).json();

/** The first button after the plans, whatever its text is. */
const buyButton = (page: Page) =>
  page.locator('xpath=(//main//*[@role="radio" or @type="radio"])[last()]/following::button[1]');

/** The control that leads to the next screen: the first answer of a choice, else the last button. */
async function nextControl(screen: Locator): Promise<Locator> {
  const answers = screen.getByRole('group').getByRole('button');
  return (await answers.count()) > 0 ? answers.first() : screen.getByRole('button').last();
}

/** Answers a screen of any kind. The set alone decides which screens there are and what they show. */
async function leave(page: Page, screen: Locator): Promise<void> {
  const boxes = screen.getByRole('checkbox');
  for (let at = 0; at < Math.min(2, await boxes.count()); at++) await boxes.nth(at).click();
  const field = screen.getByRole('textbox');
  if ((await field.count()) > 0) await field.fill(email);
  await (await nextControl(screen)).click();
}

/** Goes from the start to the offer. Returns the paths that were shown. */
async function goToOffer(page: Page): Promise<string[]> {
  const completed: string[] = [];
  for (let path = pathOf(page); path !== '/final'; path = pathOf(page)) {
    expect(completed, `${path} is shown a second time`).not.toContain(path);
    completed.push(path);
    await test.step(path, async () => {
      const screen = page.getByRole('main');
      const title = screen.getByRole('heading', { level: 1 });
      await expect(title).toHaveCount(1);
      const shown = await title.evaluateHandle((element) => ({ element, text: element.textContent }));
      await expect(heading(page, 'This page could not be loaded')).toHaveCount(0);
      // A screen without a control continues automatically.
      if ((await screen.getByRole('button').count()) > 0) await leave(page, screen);
      await page.waitForURL((url) => url.pathname !== path);
      // The URL changes before the next screen is rendered.
      await page.waitForFunction(
        ({ element, text }) => !element.isConnected || element.textContent !== text,
        shown,
      );
    });
  }
  return completed;
}

test('the whole funnel', async ({ page, browser }, { annotations }) => {
  // Without it, the command knows that there was no browser, which is no fault of the set.
  annotations.push({ type: 'browser', description: browser.version() });
  const errors: string[] = [];
  const failures: string[] = [];
  const loaded = new Set<string>();
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/events') return;
    const { events = [] }: { events?: ReportedEvent[] } = request.postDataJSON();
    const failed = events.filter(({ name }) => name.endsWith('Failed'));
    failures.push(...failed.map(({ remote, version, detail }) => `${remote}@${version}: ${detail}`));
  });
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('response', (response) => {
    const [, member] = /\/remotes\/([^/]+\/[^/]+)\//.exec(new URL(response.url()).pathname) ?? [];
    if (member) loaded.add(member);
    if (member && !response.ok()) errors.push(`${response.url()} answered ${response.status()}`);
  });

  await page.goto(link);
  const set = await shownSet(page);
  expect(set, 'the preview link shows the set').toMatchObject({ id: setId, isPreview: true });
  const decline = page.getByRole('button', { name: 'Decline' });
  if (await decline.isVisible()) await decline.click();

  await test.step('legal texts', async () => {
    await page.getByRole('button', { name: 'Terms and Conditions' }).click();
    await expect(page.getByRole('dialog').getByRole('tab').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  const completed = await goToOffer(page);

  await test.step('offer and payment', async () => {
    await expect(page.getByRole('radio').first()).toBeVisible();
    await mouse.press(buyButton(page));
    await expect(page.locator('iframe').first(), 'the main button leads to a payment form').toBeVisible();
  });
  const stages = [...completed, '/final'];
  if (new URL(page.url()).pathname === '/checkout') stages.push('/checkout');

  // Only the payment sandbox accepts a test card.
  const takesTestCards = (await page.locator('iframe[title="Secure payment form"]').count()) > 0;
  if (takesTestCards) {
    await test.step('payment', async () => {
      await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
      await pay(page, mouse, cards.good);
      await expect(heading(page, 'Payment Successful!')).toBeVisible();
    });
    stages.push('/payment-success');
  }

  const withoutFiles = () => set.remotes.filter(({ name, version }) => !loaded.has(`${name}/${version}`));
  stages.push(...(await openPaths(page, withoutFiles())));

  const members = set.remotes.map(({ name, version }) => `${name}/${version}`);
  const others = [...loaded].filter((member) => !members.includes(member));
  expect(
    others,
    ['Versions of other sets were loaded instead of those of this set:', ...failures].join('\n'),
  ).toEqual([]);
  // A remote without paths only has widgets, which nothing in this set may show.
  const unused = withoutFiles();
  expect(unused.filter(({ paths }) => paths.length > 0)).toEqual([]);
  expect((await shownSet(page)).id, 'still the same set').toBe(setId);
  expect(errors).toEqual([]);
  const end = takesTestCards ? 'paid with a test card' : 'up to the payment form, not paid';
  const notShown = unused.length > 0 ? `; not shown: ${unused.map(({ name }) => name).join(', ')}` : '';
  annotations.push({
    type: 'walked',
    description: `${stages.length} screens (${stages.join(' ')}), ${end}${notShown}`,
  });
});
