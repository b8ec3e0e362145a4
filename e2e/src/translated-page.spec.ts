import type { Page } from '@playwright/test';

import { expectEnded, offerMs, openOfferAt } from './support/countdown.ts';
import { collectEvents } from './support/events.ts';
import { expect, test } from './support/funnel.ts';
import { heading } from './support/journey.ts';
import { hasTakenOver } from './support/open-app.ts';
import { buy, choosePlan, expectForm, pricings } from './support/prices.ts';

const dollars = pricings.filter(({ currency }) => currency === 'USD');

/** Does what the translation of a browser does: each text gets an element of its own, and the page another language. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, ({ parentElement }) =>
      parentElement?.closest('script, style, [translate=no]')
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
    );
    const found: Node[] = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    for (const node of found) {
      const font = document.createElement('font');
      font.textContent = node.textContent;
      node.parentNode?.replaceChild(font, node);
    }
    document.documentElement.lang = 'es';
  });

test('the renewal beside the button is that of the plan chosen after the translation', async ({ page }) => {
  await page.goto('/final');
  await page.waitForFunction(hasTakenOver);
  await translate(page);
  for (const pricing of dollars) await choosePlan(page, pricing);
});

test('a translated checkout that is tried again shows the charge and the renewal that the service has stored', async ({
  page,
}) => {
  const pricing = dollars.find(({ planId }) => planId === 'plan2');
  if (!pricing) throw new Error('the offer has no plan2');
  await page.route('/api/create-checkout', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await page.goto('/final?email=translated@example.com');
  await buy(page).click();
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await translate(page);
  const renewalNotice = '$39.99 every 4 weeks until canceled.';
  await page.route('/api/create-checkout', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), renewalNotice } });
  });
  await retry.click();
  await expectForm(page, pricing);
  const main = page.getByRole('main');
  await expect(main.getByText('The total is charged today.')).toBeVisible();
  await expect(main.getByText(renewalNotice, { exact: true })).toBeVisible();
});

test('the end of the countdown leaves a translated offer in place', async ({ page }) => {
  const events = collectEvents(page);
  await openOfferAt(page, Date.now());
  await page.waitForFunction(hasTakenOver);
  await translate(page);
  await page.clock.runFor(offerMs);
  await expectEnded(page);
  await expect(page.getByRole('radiogroup', { name: 'Choose your plan' })).toBeVisible();
  await expect(buy(page)).toBeVisible();
  // The page's clock is ahead of the network, so that other remotes may seem late.
  expect(events.filter(({ name, remote }) => name === 'ResourceFailed' && remote === 'mfe-pricing')).toEqual(
    [],
  );
});

test.describe('a German page', () => {
  test.use({ locale: 'de-DE' });

  test('is recorded as German when the browser has translated it', async ({ page }) => {
    await page.goto('/step-17');
    await page.waitForFunction(hasTakenOver);
    await translate(page);
    const sent = page.waitForRequest('/api/leads');
    await page.getByRole('textbox', { name: 'Ihre E-Mail-Adresse' }).fill('uebersetzt@example.com');
    await page.getByRole('button', { name: 'Weiter' }).click();
    expect((await sent).headers()['x-locale']).toBe('de');
  });
});

test('names are not translated', async ({ page }) => {
  await page.goto('/step-10');
  await expect(heading(page, 'Which companies interest you?')).toBeVisible();
  await expect(
    page.getByText('Shell', { exact: true }).locator('xpath=ancestor-or-self::*[@translate]'),
  ).toHaveAttribute('translate', 'no');
  await expect(page.getByRole('banner').getByText('Candela')).toHaveAttribute('translate', 'no');
});
