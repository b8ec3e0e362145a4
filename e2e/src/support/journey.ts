import { expect, type Locator, type Page } from '@playwright/test';

import { boxOf } from './box.ts';
import { screens, type ExpectedScreen } from './screens.ts';

/** How a visitor operates a control. */
export interface InputDevice {
  press(control: Locator): Promise<void>;
}

/** Waits for animations to end, as a person would. An earlier tap may be taken for the second half of a double tap. */
export const touch: InputDevice = {
  async press(control) {
    await control.page().evaluate(async () => {
      const passing = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(passing.map(({ finished }) => finished));
    });
    await control.tap();
  },
};

export const mouse: InputDevice = { press: (control) => control.click() };

/** Reaches a control with Tab and activates it with the key for its role. */
export const keyboard: InputDevice = {
  async press(control) {
    const page = control.page();
    const isReached = () => control.evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < 80 && !(await isReached()); presses++) await page.keyboard.press('Tab');
    expect(await isReached(), `Tab reaches ${control}`).toBe(true);
    const kind = await control.evaluate(
      (element) => element.getAttribute('role') ?? element.getAttribute('type') ?? '',
    );
    await page.keyboard.press(['checkbox', 'radio'].includes(kind) ? 'Space' : 'Enter');
  },
};

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

async function answer(page: Page, device: InputDevice, screen: ExpectedScreen): Promise<void> {
  const [first = '', second = ''] = screen.options ?? [];
  if (screen.kind === 'choice') {
    await device.press(page.getByRole('button', { name: first, exact: true }));
  } else if (screen.kind === 'multi') {
    for (const name of [first, second]) await device.press(page.getByRole('checkbox', { name, exact: true }));
    await device.press(page.getByRole('button', { name: 'NEXT STEP' }));
  } else if (screen.kind === 'slide') {
    await device.press(page.getByRole('button', { name: 'Continue' }));
  }
}

/**
 * Opens a screen of the quiz, and goes on to the email step with the first answer on each screen (the first two on
 * multiple-choice screens). `onScreen` runs on each screen before it is left, except the loading screen.
 */
export async function answerFrom(
  path: string,
  page: Page,
  device: InputDevice,
  onScreen: (screen: ExpectedScreen) => Promise<void> = async () => undefined,
): Promise<void> {
  await page.goto(path);
  const first = screens.findIndex((screen) => screen.path === path);
  // A busy machine may miss the three seconds of /loading.
  for (const screen of screens.slice(first).filter(({ kind }) => kind !== 'loading')) {
    await expect(heading(page, screen.heading)).toBeVisible();
    await onScreen(screen);
    if (screen.kind === 'email') return;
    await answer(page, device, screen);
    await expect(page).toHaveURL(screen.next === '/loading' ? /\/(loading|step-17)$/ : screen.next);
  }
}

/** Goes from the start to the email step, as `answerFrom` does. */
export const completeQuiz = (
  page: Page,
  device: InputDevice,
  onScreen?: (screen: ExpectedScreen) => Promise<void>,
): Promise<void> => answerFrom('/', page, device, onScreen);

/** The answers that `completeQuiz` records on these screens, by their storage key. */
export const answersOn = (some: readonly ExpectedScreen[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    some.flatMap(({ label, kind, options = [] }) =>
      label ? [[label, kind === 'multi' ? options.slice(0, 2).join(', ') : (options[0] ?? '')]] : [],
    ),
  );

export const completedAnswers = answersOn(screens);

export async function submitEmail(page: Page, device: InputDevice, email: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Your email address' });
  await field.focus();
  await page.keyboard.type(email);
  await device.press(page.getByRole('button', { name: 'Continue' }));
  await expect(page).toHaveURL('/final');
}

/** The payment provider's form in its iframe. */
export const paymentForm = (page: Page) => page.frameLocator('iframe[title="Secure payment form"]');

/** Waits until the payment provider's form shows its session, and its iframe has the height of the form, for what measures them. */
export async function expectWholeForm(page: Page): Promise<void> {
  await expect(paymentForm(page).locator('#email')).toHaveText(/\S/);
  await expect(page.getByText('Loading payment form...')).toHaveCount(0);
  const [form, iframe] = [paymentForm(page).getByRole('main'), page.getByTitle('Secure payment form')];
  // The browser lays out no form that is below the window.
  const isBelow = (await boxOf(iframe)).y >= (page.viewportSize()?.height ?? Infinity);
  if (isBelow) await iframe.scrollIntoViewIfNeeded();
  await expect(async () => {
    const { height } = await boxOf(form);
    expect((await boxOf(iframe)).height).toBe(Math.ceil(height));
  }).toPass();
  if (isBelow) await page.evaluate(() => scrollTo(0, 0));
}

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  confirmed: '4000002760003184',
};

export async function pay(page: Page, device: InputDevice, card: string): Promise<void> {
  const form = paymentForm(page);
  const fields = [
    ['Card number', card],
    ['Expiry', '12 / 40'],
    ['CVC', '123'],
  ] as const;
  for (const [name, text] of fields) {
    const field = form.getByRole('textbox', { name });
    await field.focus();
    await field.fill('');
    await field.pressSequentially(text);
  }
  await device.press(form.getByRole('button', { name: /Pay|Subscribe/ }));
}

/**
 * Pays, and loses the network before the success page arrives. The success page is requested only after
 * the payment, whose own response can be lost when its iframe is removed.
 */
export async function payWithoutSuccessPage(page: Page): Promise<void> {
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/payment-success'));
  await page.route(/\/payment-success/, (route) => route.abort());
  await pay(page, mouse, cards.good);
  await lost;
  await page.unroute(/\/payment-success/);
}
