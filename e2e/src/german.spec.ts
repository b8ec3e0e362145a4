import type { Page } from '@playwright/test';

import { expect, test } from './support/funnel.ts';
import { cards, completedAnswers, heading, pay, touch } from './support/journey.ts';
import { findOverflow } from './support/layout.ts';
import { englishWordsIn, shownTexts } from './support/language.ts';
import { screens, type ExpectedScreen } from './support/screens.ts';

test.use({
  locale: 'de-DE',
  viewport: { width: 375, height: 740 },
  hasTouch: true,
  isMobile: true,
});

/** What is in German and fits on a screen, with its URL for the message of a failure. */
async function expectGerman(page: Page): Promise<void> {
  const where = new URL(page.url()).pathname;
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect(englishWordsIn(await shownTexts(page)), where).toEqual([]);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    expect(englishWordsIn(await shownTexts(page)), `${where} at ${width} px`).toEqual([]);
    // A screen is outside of the window while it slides in.
    await expect.poll(() => findOverflow(page), `${where} at ${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 375, height: 740 });
}

const steps = screens.filter(({ kind }) => kind !== 'loading');

async function answer(page: Page, { kind }: ExpectedScreen): Promise<void> {
  const main = page.getByRole('main');
  if (kind === 'multi') {
    for (const at of [0, 1]) await touch.press(main.getByRole('checkbox').nth(at));
    await touch.press(main.getByRole('button', { name: 'WEITER' }));
  } else {
    await touch.press(main.getByRole('button').first());
  }
}

test('a visitor buys in German, and the lead is the same as in English', async ({
  page,
  funnel,
  console,
}) => {
  test.slow();
  const email = 'besucherin@example.com';
  await page.goto('/');
  for (const screen of steps.filter(({ kind }) => kind !== 'email')) {
    await expect(page).toHaveURL(screen.path);
    await expectGerman(page);
    await answer(page, screen);
    await expect(page).toHaveURL(screen.next === '/loading' ? /\/(loading|step-17)$/ : screen.next);
  }
  await expect(heading(page, 'Wohin dürfen wir Ihren persönlichen Trading-Plan senden?')).toBeVisible();
  await expectGerman(page);
  await page.getByRole('textbox', { name: 'Ihre E-Mail-Adresse' }).fill(email);
  await touch.press(page.getByRole('button', { name: 'Weiter' }));

  await expect(heading(page, 'Ihr persönlicher Trading-Plan')).toBeVisible();
  await expect(page.getByText('19,99 €').first()).toBeVisible();
  await expect(page.getByText('Ein Haus kaufen')).toBeVisible();
  await expectGerman(page);
  await touch.press(page.getByRole('button', { name: 'SOFORT ZUGANG ERHALTEN' }).first());

  await expect(heading(page, 'Bestellung abschließen')).toBeVisible();
  await expectGerman(page);
  await pay(page, touch, cards.good);
  await expect(heading(page, 'Zahlung erfolgreich!')).toBeVisible();
  await expect(page.getByText('Vielen Dank für Ihren Kauf: 4-WOCHEN-PLAN.')).toBeVisible();
  await expectGerman(page);

  const sent = () => funnel.leads.deliveries.filter(({ body }) => Object(body).email === email);
  await expect.poll(() => sent().length).toBe(1);
  const { body } = sent()[0] ?? {};
  expect(JSON.stringify(body)).toBe(
    JSON.stringify({
      email,
      timestamp: Object(body).timestamp,
      step: 'Email Step (17)',
      specialGoal: 'Buy a house',
      quizAnswers: completedAnswers,
      answers_summary: Object.entries(completedAnswers)
        .map(([label, text]) => `${label}: ${text}`)
        .join(', '),
    }),
  );
  expect(console).toEqual([]);
});

test('the legal texts have a summary in German above the English text, which governs', async ({ page }) => {
  await page.goto('/');
  await touch.press(page.getByRole('button', { name: 'Abonnementbedingungen' }));
  const dialog = page.getByRole('dialog', { name: 'Rechtliche Hinweise' });
  for (const [tab, title] of [
    ['Nutzung', 'Nutzungsbedingungen'],
    ['Datenschutz', 'Datenschutzerklärung'],
    ['Abonnement', 'Abonnementbedingungen'],
    ['Haftung', 'Haftungsausschluss'],
  ] as const) {
    await touch.press(dialog.getByRole('tab', { name: tab }));
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
    await expect(dialog.getByText('Maßgeblich ist der englische Text darunter.')).toBeVisible();
    await expect(dialog.locator('[lang="en"]').getByRole('heading').first()).toBeAttached();
    await expectGerman(page);
  }
  for (const tab of ['Hilfe', 'Konto']) {
    await touch.press(dialog.getByRole('tab', { name: tab }));
    await expectGerman(page);
  }
});

test('the refund conditions open at the German summary', async ({ page }) => {
  await page.goto('/final');
  await touch.press(page.getByRole('button', { name: 'Bedingungen der Erstattung ansehen' }));
  const dialog = page.getByRole('dialog', { name: 'Rechtliche Hinweise' });
  await expect(dialog.getByRole('heading', { name: 'Abonnementbedingungen' })).toBeInViewport();
  await expect(
    dialog.getByRole('heading', { name: '5. The 30-day money-back guarantee' }),
  ).not.toBeInViewport();
});

test('no message of the checkout is cut off', async ({ page }) => {
  await page.goto('/checkout');
  const message = page
    .getByRole('listitem')
    .getByText('Bitte gehen Sie zurück und geben Sie Ihre E-Mail-Adresse an.');
  await expect(message).toBeVisible();
  const cut = await message.evaluate((text) =>
    [text, text.parentElement, text.parentElement?.parentElement]
      .filter((element) => element instanceof Element)
      .filter(({ scrollHeight, clientHeight }) => clientHeight > 0 && scrollHeight > clientHeight + 1)
      .map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
});

test('every page is in German before its scripts run, and says so', async ({ request }) => {
  for (const { path } of [
    ...screens,
    { path: '/final' },
    { path: '/checkout' },
    { path: '/payment-success' },
  ]) {
    const response = await request.get(path, { headers: { 'accept-language': 'de' } });
    expect(response.headers()).toMatchObject({
      'content-language': 'de',
      vary: expect.stringContaining('Accept-Language'),
    });
    const html = await response.text();
    const [, title = ''] = /<title>(.*?)<\/title>/.exec(html) ?? [];
    const [, prerendered = ''] = /<body>(.*?)<script/s.exec(html) ?? [];
    expect(html).toContain('<html lang="de">');
    expect(englishWordsIn(`${title} ${prerendered.replace(/<[^>]*>/g, ' ')}`), path).toEqual([]);
  }
});

test('the language of the URL is kept on the next page, and English loads no German', async ({
  browser,
  funnel,
}) => {
  const context = await browser.newContext({ baseURL: funnel.url, locale: 'de-DE' });
  const page = await context.newPage();
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await page.goto('/?lang=en');
  await expect(heading(page, '28-Day Trading Challenge')).toBeVisible();
  await page.goto('/step-1');
  await expect(heading(page, 'How old are you?')).toBeVisible();
  await page.getByRole('button', { name: '18-24' }).click();
  await expect(page).toHaveURL('/stats-slide');
  expect(files.filter((path) => /\/de\./.test(path))).toEqual([]);
  await context.close();
});

test('a page whose German texts do not load is in English, and says so', async ({ page }) => {
  await page.route(/\/assets\/.*\/de\.\w+\.js$/, (route) => route.abort());
  await page.goto('/step-1');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(heading(page, 'How old are you?')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back' })).toBeVisible();
});
