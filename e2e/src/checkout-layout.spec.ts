import { boxesOf, boxOf } from './support/box.ts';
import { expect, test } from './support/funnel.ts';
import { expectWholeForm, paymentForm } from './support/journey.ts';
import { visibleShiftsOf, watchShifts } from './support/shifts.ts';
import { openState } from './support/states.ts';

const checkout = '/checkout?currency=USD&email=measured@example.com';

for (const { language, acceptedCards, title } of [
  { language: 'en', acceptedCards: 'Accepted cards', title: 'Payment Details' },
  { language: 'de', acceptedCards: 'Akzeptierte Karten', title: 'Zahlungsdaten' },
]) {
  test(`on a phone the payment form begins within the first screen, in ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto(`${checkout}&lang=${language}`);
    const card = paymentForm(page).getByRole('textbox', { name: 'Card number' });
    await expect(card).toBeVisible();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();

    expect((await boxOf(page.locator('iframe[title="Secure payment form"]'))).y).toBeLessThanOrEqual(360);
    expect((await boxOf(card)).y).toBeLessThanOrEqual(420);
    const pay = paymentForm(page).getByRole('button', { name: 'Pay and subscribe' });
    expect((await boxOf(pay)).bottom).toBeLessThanOrEqual(720);

    const cards = page.getByRole('list', { name: acceptedCards }).getByRole('listitem');
    await expect(cards).toHaveText(['Visa', 'Mastercard', 'Amex']);
    const rows = new Set((await cards.all()).map(async (badge) => (await boxOf(badge)).y));
    expect(new Set(await Promise.all(rows)).size).toBe(1);
  });
}

test('the page and the form show the charged price at most three times', async ({ page }) => {
  await page.goto(checkout);
  await expect(paymentForm(page).getByRole('button', { name: 'Pay and subscribe' })).toBeVisible();
  const texts = [await page.locator('body').innerText(), await paymentForm(page).locator('body').innerText()];
  expect(texts.join(' ').match(/\$19\.99/g)).toHaveLength(3);
});

test('the top bar says that the checkout is secure, and the guarantee is beside the form', async ({
  page,
}) => {
  await page.goto(checkout);
  const iframe = page.locator('iframe[title="Secure payment form"]');
  await expect(paymentForm(page).getByRole('button', { name: 'Pay and subscribe' })).toBeVisible();
  const bar = page.getByRole('banner');
  await expect(bar.getByText('Secure checkout')).toBeVisible();
  await expect(bar.getByText('Secure checkout').locator('svg')).toBeVisible();

  const guarantee = page.getByRole('heading', { name: '30-Day Money-Back Guarantee' });
  const summary = page.getByRole('heading', { name: 'Order Summary' });
  for (const width of [1280, 900]) {
    await page.setViewportSize({ width, height: 800 });
    const [left, right] = await boxesOf(guarantee, iframe);
    expect(left.right).toBeLessThan(right.x);
    expect(left.y).toBeLessThan(right.bottom);
    expect((await boxOf(summary)).right).toBeLessThan(right.x);
  }
  for (const width of [899, 375, 320]) {
    await page.setViewportSize({ width, height: 800 });
    // The form takes another height a moment after its width has changed.
    const [below, form] = await boxesOf(guarantee, iframe);
    expect(below.y).toBeGreaterThan(form.bottom);
    expect((await boxOf(summary)).bottom).toBeLessThan(form.y);
    await expect(bar.getByText('Secure checkout')).toBeInViewport({ ratio: 1 });
  }
});

test('at 1280 px the checkout and its top bar are as wide as the frame of the quiz', async ({ page }) => {
  await page.goto(checkout);
  await expect(paymentForm(page).getByRole('button', { name: 'Pay and subscribe' })).toBeVisible();
  const heading = await boxOf(page.getByRole('heading', { level: 1 }));
  expect([heading.x, heading.right]).toEqual([120, 1160]);
  expect((await boxOf(page.getByRole('link', { name: 'Back' }))).x).toBe(120);
  expect((await boxOf(page.getByRole('banner').getByText('Secure checkout'))).right).toBe(1160);
});

test('the form has the font of the product', async ({ page }) => {
  await page.goto(checkout);
  const label = paymentForm(page).getByText('Card number');
  await expect(label).toBeVisible();
  const font = await label.evaluate(async (element) => {
    await document.fonts.ready;
    const { fontFamily } = getComputedStyle(element);
    return { fontFamily, hasLoaded: [...document.fonts].some(({ status }) => status === 'loaded') };
  });
  expect(font).toEqual({ fontFamily: expect.stringMatching(/^"Figtree Variable"/), hasLoaded: true });
});

test('the sections of a legal text are 24 px apart', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Terms and Conditions' }).click();
  const sections = page.getByRole('dialog').locator('section');
  await expect(sections.first()).toBeVisible();
  const gaps = await sections.evaluateAll((all) =>
    all.slice(1).map((section, index) => {
      const above = all[index]?.getBoundingClientRect().bottom ?? 0;
      return Math.round(section.getBoundingClientRect().top - above);
    }),
  );
  expect([...new Set(gaps)]).toEqual([24]);
});

test('the 3-D Secure step is in the middle of the form, which keeps its height', async ({ page }) => {
  await openState(page, 'checkout, form shown');
  const iframe = page.locator('iframe[title="Secure payment form"]');
  const form = await boxOf(iframe);
  await openState(page, '3-D Secure step');
  const step = await boxOf(iframe);
  expect(Math.abs(step.height - form.height)).toBeLessThanOrEqual(2);
  const above = (await boxOf(paymentForm(page).getByRole('heading', { name: /3D Secure/ }))).y - step.y;
  const below = step.bottom - (await boxOf(paymentForm(page).getByRole('button', { name: 'Fail' }))).bottom;
  expect(below).toBeLessThan(above);
});

test('on a phone the parts of the order are at least 4 px apart, and an unknown email has a label', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto('/checkout');
  const summary = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Order Summary' }) });
  await expect(summary.getByText('Email', { exact: true })).toBeVisible();
  await expect(summary.getByText('Not provided')).toBeVisible();
  const lines = [/^Order Summary$/, /^4-WEEK PLAN$/, /^Only .* per day$/, /^Total$/, /^Not provided$/];
  const boxes = await Promise.all(lines.map((line) => boxOf(summary.getByText(line))));
  const gaps = boxes.slice(1).map((box, index) => box.y - (boxes[index]?.bottom ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4);
});

test('a payment that has not succeeded has a picture of its own', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const pictures: string[] = [];
  for (const name of ['payment processing', 'payment not completed', 'payment not found', 'payment paid']) {
    await openState(page, name);
    const picture = page.getByRole('main').locator('svg').first();
    expect((await boxOf(picture)).height, name).toBe(180);
    pictures.push(await picture.innerHTML());
    await page.unrouteAll();
  }
  expect(new Set(pictures).size).toBe(4);
});

for (const width of [320, 375, 768, 1280]) {
  test(`at ${width} px the box around the form is as high as its content`, async ({ page }) => {
    await watchShifts(page);
    await page.setViewportSize({ width, height: 1024 });
    await page.goto(checkout);
    await expectWholeForm(page);
    expect(await visibleShiftsOf(page)).toEqual([]);
    const form = page.locator('iframe[title="Secure payment form"]');
    const container = form.locator('xpath=ancestor::div[@data-presentation]');
    await expect(container).toHaveCSS('border-top-width', width === 1280 ? '0px' : '1px');
    const content = await boxOf(paymentForm(page).getByText('No real money moves in test mode.'));
    const box = await boxOf(container);
    expect(box.bottom - content.bottom).toBeGreaterThanOrEqual(12);
    expect(box.bottom - content.bottom).toBeLessThanOrEqual(40);

    const cards = page.getByRole('list', { name: 'Accepted cards' }).getByRole('listitem');
    const [visa, mastercard] = await boxesOf(cards.nth(0), cards.nth(1));
    expect(visa.height).toBe(24);
    expect(mastercard.x - visa.right).toBe(8);
    await expect(page.getByRole('button', { name: 'See the refund conditions' })).toHaveCSS(
      'font-size',
      '14px',
    );
  });
}

for (const width of [375, 1280]) {
  test(`at ${width} px an error says nothing of a charge, and its link is 24 px above the next text`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/checkout');
    await expect(page.getByText('The total is charged today.')).toBeHidden();
    const [support, next] = await boxesOf(
      page.getByRole('main').locator('a[href^="mailto:"]').first(),
      page
        .getByRole('paragraph')
        .filter({ hasText: /cancel/i, visible: true })
        .first(),
    );
    expect(Math.round(next.y - support.bottom)).toBe(24);
  });
}

test('at 768 px the order begins right below the bar', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto(checkout);
  const [bar, title] = await boxesOf(page.getByRole('banner'), page.getByRole('heading', { level: 1 }));
  expect(title.y - bar.bottom).toBeLessThanOrEqual(40);
});

test('in forced colors the button that pays is filled, and the examples in the fields are readable', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(checkout);
  const pay = paymentForm(page).getByRole('button', { name: 'Pay and subscribe' });
  // The form takes its colors a moment after it has appeared.
  await expect
    .poll(() =>
      pay.evaluate((button) => {
        const { color, backgroundColor } = getComputedStyle(button);
        const page = getComputedStyle(document.documentElement).backgroundColor;
        return { isFilled: backgroundColor !== page, isTextInColorOfPage: color === page };
      }),
    )
    .toEqual({ isFilled: true, isTextInColorOfPage: true });
  const card = paymentForm(page).getByRole('textbox', { name: 'Card number' });
  const [placeholder, text] = await card.evaluate((field) => [
    getComputedStyle(field, '::placeholder').color,
    getComputedStyle(document.documentElement).color,
  ]);
  expect(placeholder).toBe(text);
});

test('at 1280 px the success page is in the frame of the quiz, and the first task has the largest heading below the title', async ({
  page,
}) => {
  await openState(page, 'payment paid');
  const panel = await boxOf(page.getByText('Welcome! You can start with day 1 today.').locator('..'));
  expect(panel.x).toBe(120);
  const task = page.getByRole('heading', { name: 'Your first 7-day trading task' });
  await expect(task).toHaveCSS('font-size', '20px');
  await expect(page.getByRole('heading', { name: 'Receipt' })).toHaveCSS('font-size', '18px');
  const activate = await boxOf(page.getByRole('link', { name: 'Activate Your Account Now' }));
  expect([activate.width, activate.right]).toEqual([480, 1160]);
  expect(activate.bottom).toBeLessThanOrEqual(800);
});
