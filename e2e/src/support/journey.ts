import { expect, type Locator, type Page } from '@playwright/test';

import { screens, type ExpectedScreen } from './screens.ts';

/** How a visitor operates a control. */
export interface InputDevice {
  press(control: Locator): Promise<void>;
}

/** Waits as a person would until what slides in stands still: what comes before may be half of a double tap. */
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

/** Reaches a control with Tab alone, and presses it the way its kind is pressed. */
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

async function answer(page: Page, hand: InputDevice, screen: ExpectedScreen): Promise<void> {
  const [first = '', second = ''] = screen.options ?? [];
  if (screen.kind === 'choice') {
    await hand.press(page.getByRole('button', { name: first, exact: true }));
  } else if (screen.kind === 'multi') {
    for (const name of [first, second]) await hand.press(page.getByRole('checkbox', { name, exact: true }));
    await hand.press(page.getByRole('button', { name: 'NEXT STEP' }));
  } else if (screen.kind === 'slide') {
    await hand.press(page.getByRole('button', { name: 'Continue' }));
  }
}

/**
 * From the start to the e-mail step, with the first answer everywhere (the first two where several are asked for).
 * `onScreen` looks around on each screen before it is left, the loading screen aside.
 */
export async function completeQuiz(
  page: Page,
  hand: InputDevice,
  onScreen: (screen: ExpectedScreen) => Promise<void> = async () => undefined,
): Promise<void> {
  await page.goto('/');
  // Three seconds of /loading may be over before a busy machine has looked.
  for (const screen of screens.filter(({ kind }) => kind !== 'loading')) {
    await expect(heading(page, screen.heading)).toBeVisible();
    await onScreen(screen);
    if (screen.kind === 'email') return;
    await answer(page, hand, screen);
    await expect(page).toHaveURL(screen.next === '/loading' ? /\/(loading|step-17)$/ : screen.next);
  }
}

/** The answers that `walkQuiz` leaves behind on these screens, by the key under which they are kept. */
export const answersOn = (some: readonly ExpectedScreen[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    some.flatMap(({ label, kind, options = [] }) =>
      label ? [[label, kind === 'multi' ? options.slice(0, 2).join(', ') : (options[0] ?? '')]] : [],
    ),
  );

export const completedAnswers = answersOn(screens);

export async function submitEmail(page: Page, hand: InputDevice, email: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Your email address' });
  await field.focus();
  await page.keyboard.type(email);
  await hand.press(page.getByRole('button', { name: 'Continue' }));
  await expect(page).toHaveURL('/final');
}

/** The payment provider's form inside the page. */
export const paymentForm = (page: Page) => page.frameLocator('iframe[title="Secure payment form"]');

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  confirmed: '4000002760003184',
};

export async function pay(page: Page, hand: InputDevice, card: string): Promise<void> {
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
  await hand.press(form.getByRole('button', { name: /Pay|Subscribe/ }));
}
