import type { Page } from '@playwright/test';

import { expect, test } from './support/funnel.ts';
import {
  answerFrom,
  answersOn,
  cards,
  heading,
  submitEmail,
  mouse,
  paymentForm,
  completedAnswers,
  completeQuiz,
} from './support/journey.ts';
import { openApp } from './support/open-app.ts';
import { screens } from './support/screens.ts';
import { atBothSizes } from './support/sizes.ts';

const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }));

/** What one tab writes reaches another one a moment later, because each has a process of its own. */
const expectStored = (page: Page, entries: Readonly<Record<string, string>>) =>
  expect.poll(() => stored(page)).toEqual(entries);

const logs = {
  load: 'warning: Could not load data from localStorage',
  goal: 'warning: Could not save goal to localStorage',
  answers: 'warning: Could not save answers to localStorage',
  email: 'warning: Could not save data',
};

async function goToCheckout(page: Page, email: string): Promise<void> {
  await submitEmail(page, mouse, email);
  await expect(page.getByText('You have a high chance of achieving your goal of Buy a house')).toBeVisible();
  await expect(
    page.getByText(`Welcome back ${email}! Your email is already set for checkout.`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expect(heading(page, 'Complete Your Order')).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
}

test('three keys, each absent until it has a value, are all that is kept', async ({ page, console }) => {
  test.slow();
  const keeps = (count: number, email?: string) => {
    const passed = screens.slice(0, count);
    const answers = answersOn(passed);
    return {
      ...(Object.keys(answers).length > 0 && { quizAnswers: JSON.stringify(answers) }),
      ...(passed.some(({ path }) => path === '/step-15') && { specialGoal: 'Buy a house' }),
      ...(email && { email }),
    };
  };
  await completeQuiz(page, mouse, async (screen) => {
    expect(await stored(page), screen.path).toEqual(keeps(screens.indexOf(screen)));
  });
  await goToCheckout(page, 'three-keys@example.com');
  expect(await stored(page)).toEqual(keeps(screens.length, 'three-keys@example.com'));
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  expect(console).toEqual([]);
});

/** Firefox with cookies blocked throws as soon as a page reads the property. */
function forbidStorage() {
  for (const name of ['localStorage', 'indexedDB'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
}

const storageFaults: readonly { name: string; inject: () => void; expectedLogs: readonly string[] }[] = [
  {
    name: 'blocked',
    inject: () =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      }),
    expectedLogs: Object.values(logs),
  },
  {
    name: 'and databases blocked',
    inject: forbidStorage,
    expectedLogs: Object.values(logs),
  },
  {
    name: 'full',
    inject: () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
    },
    expectedLogs: [logs.goal, logs.answers, logs.email],
  },
  {
    name: 'damaged',
    inject: () => {
      if (localStorage.length > 0) return;
      localStorage.setItem('specialGoal', 'x'.repeat(5000));
      localStorage.setItem('email', 'no address');
      localStorage.setItem('quizAnswers', '{"Age":');
    },
    expectedLogs: [logs.load],
  },
];

for (const { name, inject, expectedLogs } of storageFaults) {
  test(`with storage ${name} a visitor still reaches the checkout`, async ({ page, console }) => {
    test.slow();
    await page.addInitScript(inject);
    await page.goto('/');
    await page.getByRole('button', { name: 'YES' }).click();
    await expect(heading(page, 'How old are you?')).toBeVisible();
    // The questions up to the goal, which are left out, are alike.
    await answerFrom('/step-14', page, mouse);
    await goToCheckout(page, `${name.replaceAll(' ', '-')}@example.com`);
    expect(new Set(console)).toEqual(new Set(expectedLogs));
  });
}

test('a browser that stores nothing sends no second lead when the visitor returns from the offer', async ({
  page,
}) => {
  await page.addInitScript(forbidStorage);
  const leads: unknown[] = [];
  page.on('request', (request) => request.url().endsWith('/api/leads') && leads.push(request.postDataJSON()));
  await openApp(page, '/step-17');
  await submitEmail(page, mouse, 'stores-nothing@example.com');
  await expect(heading(page, 'Your personalized trading plan')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(page, 'Your personalized trading plan')).toBeVisible();
  expect(leads).toEqual([expect.objectContaining({ email: 'stores-nothing@example.com' })]);
});

const sound = { specialGoal: 'Vacation', email: 'kept@example.com', quizAnswers: '{"Age":"25-34"}' };
const damages: readonly { key: keyof typeof sound; value: string }[] = [
  { key: 'specialGoal', value: 'x'.repeat(5000) },
  { key: 'email', value: 'kept@example' },
  { key: 'quizAnswers', value: '{"Age":"25-3' },
  { key: 'quizAnswers', value: '["25-34"]' },
  { key: 'quizAnswers', value: 'null' },
  { key: 'quizAnswers', value: '"25-34"' },
  { key: 'quizAnswers', value: '{"Age":25}' },
];

test('a damaged key is ignored and logged, and costs no other', async ({ page, console }) => {
  const shown = {
    specialGoal: page.getByText('You have a high chance of achieving your goal of Vacation'),
    email: page.getByText('Welcome back kept@example.com!'),
  };
  await openApp(page, '/final');
  for (const { key, value } of damages) {
    await page.evaluate(
      (entries) => {
        for (const [name, text] of Object.entries(entries)) localStorage.setItem(name, text);
      },
      { ...sound, [key]: value },
    );
    console.splice(0);
    await page.goto('/final');
    await expect(heading(page, 'Your personalized trading plan')).toBeVisible();
    await expect(shown.specialGoal).toBeVisible({ visible: key !== 'specialGoal' });
    await expect(shown.email).toBeVisible({ visible: key !== 'email' });
    await page.goto('/step-1');
    const answer = page.getByRole('button', { name: '25-34' });
    await expect(answer).toHaveAttribute('aria-pressed', String(key !== 'quizAnswers'));
    expect(new Set(console), `${key}: ${value.slice(0, 30)}`).toEqual(new Set([logs.load]));
  }
});

test('of two tabs the one that writes last wins, and neither breaks', async ({ page, context, console }) => {
  const other = await context.newPage();
  other.on('pageerror', (error) => console.push(error.message));
  await page.goto('/step-1');
  await other.goto('/step-1');
  await page.getByRole('button', { name: '18-24' }).click();
  await expect(page).toHaveURL('/stats-slide');
  await other.getByRole('button', { name: '45+' }).click();
  await expect(other).toHaveURL('/stats-slide');
  await expectStored(page, { quizAnswers: '{"Age":"45+"}' });

  await other.goto('/step-15');
  await other.getByRole('button', { name: 'Vacation' }).click();
  await expect(other).toHaveURL('/step-16');
  await page.goto('/step-2');
  await page.getByRole('button', { name: 'Other' }).click();
  await expect(page).toHaveURL('/step-3');
  await expectStored(other, {
    quizAnswers: '{"Age":"45+","Income Source":"Other"}',
    specialGoal: 'Vacation',
  });
  await page.evaluate(() => localStorage.clear());
  await other.getByRole('button', { name: '5 min/day', exact: true }).click();
  await expect(heading(other, 'Where should we send your personalized trading plan?')).toBeVisible();
  expect(console).toEqual([]);
});

test.describe('two tabs', () => {
  test('the first tab keeps the answers given in the second', async ({ page, context }) => {
    const other = await context.newPage();
    await page.goto('/step-1');
    await other.goto('/step-10');
    await other.getByRole('checkbox', { name: 'Tesla' }).check();
    await page.getByRole('button', { name: '18-24' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Other' }).click();
    await expect(page).toHaveURL('/step-3');

    await expect(other.getByRole('checkbox', { name: 'Tesla' })).toBeChecked();
    await other.getByRole('button', { name: 'NEXT STEP' }).click();
    await expect(other).toHaveURL('/step-11');
    await expectStored(page, {
      quizAnswers: '{"Age":"18-24","Income Source":"Other","Companies of Interest":"Tesla"}',
    });
  });

  test('both start over when one does', async ({ page, context, console }) => {
    const other = await context.newPage();
    other.on('pageerror', (error) => console.push(error.message));
    await openApp(page, '/step-1');
    await page.evaluate(() => {
      localStorage.setItem('quizAnswers', '{"Age":"45+"}');
      localStorage.setItem('specialGoal', 'Vacation');
    });
    await page.goto('/');
    await other.goto('/step-1');
    await expect(other.getByRole('button', { name: '45+', pressed: true })).toBeVisible();
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(other.getByRole('button', { pressed: true })).toHaveCount(0);
    await other.getByRole('button', { name: '18-24' }).click();
    await expect(other).toHaveURL('/stats-slide');
    await expectStored(page, { quizAnswers: '{"Age":"18-24"}' });
    expect(console).toEqual([]);
  });

  test('a tab with a half-typed card number keeps it while the other tab records answers', async ({
    page,
    context,
  }) => {
    const other = await context.newPage();
    await page.goto('/checkout?email=half-typed@example.com');
    const typeIn = (name: string, text: string) =>
      paymentForm(page).getByRole('textbox', { name }).pressSequentially(text);
    await typeIn('Card number', cards.good);
    const received = page.evaluate(
      () => new Promise<boolean>((resolve) => addEventListener('storage', () => resolve(true))),
    );
    await other.goto('/step-1');
    await other.getByRole('button', { name: '18-24' }).click();
    await expect(other).toHaveURL('/stats-slide');
    expect(await received).toBe(true);

    await typeIn('Expiry', '12 / 40');
    await typeIn('CVC', '123');
    await paymentForm(page)
      .getByRole('button', { name: /Pay|Subscribe/ })
      .click();
    await expect(heading(page, 'Payment Successful!')).toBeVisible();
  });
});

test.describe('a visitor who returns to the start', () => {
  const offer = (page: Page) => page.getByRole('region', { name: 'Welcome back! Go on where you stopped?' });
  const cases: readonly { known: Record<string, string>; leadsTo: string | RegExp }[] = [
    { known: { quizAnswers: '{"Trading Experience":"YES"}' }, leadsTo: '/step-1' },
    { known: { quizAnswers: '{"Financial Confidence":"Very confident"}' }, leadsTo: '/info-1' },
    { known: { specialGoal: 'Vacation' }, leadsTo: '/step-16' },
    { known: { quizAnswers: '{"Daily Time Commitment":"5 min/day"}' }, leadsTo: /\/(loading|step-17)$/ },
    {
      // The email is from a link, so that there is no lead.
      known: { quizAnswers: JSON.stringify(completedAnswers), email: 'back@example.com' },
      leadsTo: /\/(loading|step-17)$/,
    },
  ];

  test('goes on where they stopped', async ({ page, console }) => {
    for (const { known, leadsTo } of cases) {
      await openApp(page, '/');
      await page.evaluate((entries) => {
        localStorage.clear();
        for (const [name, text] of Object.entries(entries)) localStorage.setItem(name, text);
      }, known);
      await page.reload();
      await offer(page).getByRole('button', { name: 'Continue' }).click();
      await expect(page).toHaveURL(leadsTo);
    }
    expect(console).toEqual([]);
  });

  test('goes on to the offer after the email was submitted', async ({ page }) => {
    await openApp(page, '/');
    await page.evaluate(
      (answers) => localStorage.setItem('quizAnswers', answers),
      JSON.stringify(completedAnswers),
    );
    await page.goto('/step-17');
    await page.getByRole('textbox', { name: 'Your email address' }).fill('back@example.com');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/final');
    for (const address of ['/', '/?email=changed@example.com']) {
      await page.goto(address);
      await offer(page).getByRole('button', { name: 'Continue' }).click();
      await expect(page).toHaveURL('/final');
    }
  });

  test('resumes the quiz, even if the link contained an email', async ({ page }) => {
    const goOn = async () => {
      await page.goto('/');
      await offer(page).getByRole('button', { name: 'Continue' }).click();
    };
    await page.goto('/?email=linked@example.com');
    await page.getByRole('button', { name: 'YES' }).click();
    await page.getByRole('button', { name: '25-34' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Other' }).click();
    await goOn();
    await expect(page).toHaveURL('/step-3');

    await page.goto('/');
    await offer(page).getByRole('button', { name: 'Start over' }).click();
    await page.getByRole('button', { name: 'NO' }).click();
    await goOn();
    await expect(page).toHaveURL('/step-1');
    expect(await stored(page)).toEqual({ quizAnswers: '{"Trading Experience":"NO"}' });
  });

  test('can start over without any answers', async ({ page }) => {
    await openApp(page, '/');
    await page.evaluate(() => {
      localStorage.setItem('email', 'earlier@example.com');
      localStorage.setItem('quizAnswers', '{"Trading Experience":"NO","Age":"45+"}');
      localStorage.setItem('specialGoal', 'Vacation');
    });
    await page.reload();
    await expect(page.getByRole('button', { name: 'NO', pressed: true })).toBeVisible();
    await atBothSizes(page, async () => {
      for (const name of ['Continue', 'Start over'])
        await expect(offer(page).getByRole('button', { name })).toBeVisible();
    });
    await offer(page).getByRole('button', { name: 'Start over' }).click();
    await expect(offer(page)).toHaveCount(0);
    await expect(heading(page, '28-Day Trading Challenge')).toBeFocused();
    await expect(page.getByRole('button', { pressed: true })).toHaveCount(0);
    expect(await stored(page)).toEqual({});
    await page.reload();
    await page.getByRole('button', { name: 'YES' }).click();
    await expect(page.getByRole('button', { pressed: true })).toHaveCount(0);
  });

  /** Logs `offered` when the page begins to offer to go on. */
  const logOffers = (page: Page) =>
    page.addInitScript(() => {
      let isOffered = false;
      new MutationObserver(() => {
        const wasOffered = isOffered;
        isOffered = document.body?.innerText.includes('Welcome back') ?? false;
        if (isOffered && !wasOffered) window.console.log('offered');
      }).observe(document, { subtree: true, childList: true });
    });

  test('is not offered again to go on while they answer after starting over', async ({ page, console }) => {
    await logOffers(page);
    await openApp(page, '/');
    await page.evaluate(() => localStorage.setItem('quizAnswers', '{"Age":"45+"}'));
    await page.reload();
    await offer(page).getByRole('button', { name: 'Start over' }).click();
    await page.getByRole('button', { name: 'YES' }).click();
    await expect(heading(page, 'How old are you?')).toBeVisible();
    expect(console).toEqual(['log: offered']);
  });

  test('is not a visitor who is answering for the first time', async ({ page, console }) => {
    await logOffers(page);
    await page.goto('/');
    await page.getByRole('button', { name: 'YES' }).click();
    await expect(page).toHaveURL('/step-1');
    // The URL changes before the next screen is rendered, and only then has the visitor left the start.
    await expect(heading(page, 'How old are you?')).toBeVisible();
    expect(console).toEqual([]);
    await page.goBack();
    await expect(offer(page)).toBeVisible();
    expect(console).toContain('log: offered');
  });
});
