import type { Page } from '@playwright/test';

import { controlsIn } from './support/controls.ts';
import { collectEvents, namesOf } from './support/events.ts';
import { expect, test } from './support/funnel.ts';
import { heading, submitEmail, mouse, completedAnswers, completeQuiz } from './support/journey.ts';
import { expectWholeScreen, hasTakenOver, openApp, stopClock } from './support/open-app.ts';
import { screens } from './support/screens.ts';

/** Screens that a visitor can return to. The loading screen continues automatically and is not one of them. */
const stops = screens.filter(({ kind }) => kind !== 'loading');
const arrow = (page: Page) => page.getByRole('link', { name: 'Back' });
const plan = (page: Page, name: string) => page.getByRole('radio', { name });
const buy = (page: Page) => page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first();

async function expectAt(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL(path);
  const title = screens.find((screen) => screen.path === path)?.heading;
  await expect(title ? heading(page, title) : page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('the arrow and the browser’s Back lead to the same screens, from the checkout to the start', async ({
  page,
  console,
}) => {
  test.slow();
  await completeQuiz(page, mouse);
  await submitEmail(page, mouse, 'back@example.com');
  await plan(page, '12-WEEK PLAN').click();
  await buy(page).click();
  await expect(heading(page, 'Complete Your Order')).toBeVisible();
  await page.reload();
  await expect(page.getByText('plan3', { exact: true })).toBeVisible();
  await arrow(page).click();
  await expectAt(page, '/final');
  await expect(plan(page, '12-WEEK PLAN')).toBeChecked();
  await page.goForward();
  await expect(page.getByText('plan3', { exact: true })).toBeVisible();
  await page.goBack();
  await expectAt(page, '/final');
  await expect(plan(page, '12-WEEK PLAN')).toBeChecked();

  for (const { path } of stops.toReversed()) {
    await page.goBack();
    await expectAt(page, path);
  }
  await page.evaluate((steps) => history.go(steps), stops.length - 1);
  for (const { path, back } of stops.toReversed()) {
    await expectAt(page, path);
    if (back) await arrow(page).click();
  }
  await expect(arrow(page)).toHaveCount(0);
  expect(console).toEqual([]);
});

test('after the arrow the browser’s Back leads one screen further back, and Forward to the screen that had the arrow', async ({
  page,
}) => {
  const events = collectEvents(page);
  await openApp(page, '/');
  await page.getByRole('button', { name: 'YES', exact: true }).click();
  await expectAt(page, '/step-1');
  await page.getByRole('button', { name: '45+', exact: true }).click();
  await expectAt(page, '/stats-slide');
  const entries = await page.evaluate(() => history.length);
  await arrow(page).click();
  await expectAt(page, '/step-1');
  await page.goBack();
  await expectAt(page, '/');
  await page.goForward();
  await expectAt(page, '/step-1');
  await page.goForward();
  await expectAt(page, '/stats-slide');
  for (const path of ['/step-1', '/']) {
    await arrow(page).click();
    await expectAt(page, path);
  }
  expect(await page.evaluate(() => history.length)).toBe(entries);
  const viewed = () => events.filter(({ name }) => name === 'PageView').map(({ path }) => path);
  const thereAndBack = ['/', '/step-1', '/stats-slide', '/step-1'];
  await expect.poll(viewed).toEqual([...thereAndBack, ...thereAndBack, '/']);
});

test('the offer keeps the selected plan, and selecting one neither scrolls the page nor adds a history entry', async ({
  page,
}) => {
  const events = collectEvents(page);
  await page.goto('/final?utm=7&email=kept@example.com');
  await expectWholeScreen(page);
  await plan(page, '12-WEEK PLAN').click();
  await page.evaluate(() => scrollTo(0, 50));
  await plan(page, '1-WEEK PLAN').press('Space');
  await expect(plan(page, '1-WEEK PLAN')).toBeChecked();
  await expect(plan(page, '1-WEEK PLAN')).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(50);
  await expect(page).toHaveURL('/final?utm=7');

  await buy(page).click();
  await expect(page.getByText('plan1', { exact: true })).toBeVisible();
  await arrow(page).click();
  await expect(plan(page, '1-WEEK PLAN')).toBeChecked();
  await plan(page, '4-WEEK PLAN').click();
  await buy(page).click();
  await expect(page.getByText('plan2', { exact: true })).toBeVisible();
  const viewed = () => events.filter(({ name }) => name === 'PageView').map(({ path }) => path);
  await expect.poll(viewed).toEqual(['/final', '/checkout', '/final', '/checkout']);
  expect(new Set(namesOf(events))).toEqual(new Set(['PageView']));

  await arrow(page).click();
  await plan(page, '12-WEEK PLAN').click();
  await expect(plan(page, '12-WEEK PLAN')).toBeChecked();
  await page.reload();
  await expect(plan(page, '12-WEEK PLAN')).toBeChecked();
  await expect(page.getByText('Charged today: $39.99')).toHaveCount(2);
});

test('the checkout requests its session when it opens, and again when the plan, the email or the retry count changes', async ({
  page,
}) => {
  const requests: { planId: string; email: string; quizState: { quizAnswers: unknown } }[] = [];
  const sessions: string[] = [];
  /** Does what requests a session. Returns what was sent with it. */
  const requestBy = async (action: () => Promise<unknown>) => {
    const responded = page.waitForResponse('/api/create-checkout');
    await action();
    const response = await responded;
    requests.push(response.request().postDataJSON());
    sessions.push(response.ok() ? Object(await response.json()).sessionId : 'none');
  };
  const open = (readiness: string) =>
    requestBy(async () => {
      await page.goto('/step-14');
      await page.getByRole('button', { name: readiness, exact: true }).click();
      await expectAt(page, '/step-15');
      await page.goto('/checkout');
    });
  await page.goto('/final?email=one@example.com');
  await expect(heading(page, 'Your personalized trading plan')).toBeVisible();
  await open('Ready');
  await open('Not ready');
  await page.goto('/final');
  await plan(page, '12-WEEK PLAN').click();
  await requestBy(() => buy(page).click());
  await page.getByRole('button', { name: 'Change your email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your email' });
  await dialog.getByRole('textbox', { name: 'Email' }).fill('two@example.com');
  await requestBy(() => dialog.getByRole('button', { name: 'Save email' }).click());

  await page.route('/api/create-checkout', (route) => route.fulfill({ status: 500, body: '' }));
  await requestBy(() => page.reload());
  await page.unroute('/api/create-checkout');
  await requestBy(() => page.getByRole('button', { name: 'Retry' }).click());

  expect(requests.map(({ planId, email, quizState }) => [planId, email, quizState.quizAnswers])).toEqual([
    ['plan2', 'one@example.com', { 'Trading Readiness': 'Ready' }],
    ['plan2', 'one@example.com', { 'Trading Readiness': 'Not ready' }],
    ['plan3', 'one@example.com', { 'Trading Readiness': 'Not ready' }],
    ['plan3', 'two@example.com', { 'Trading Readiness': 'Not ready' }],
    ['plan3', 'two@example.com', { 'Trading Readiness': 'Not ready' }],
    ['plan3', 'two@example.com', { 'Trading Readiness': 'Not ready' }],
  ]);
  // Another plan or email opens another session. Other answers and a retry keep it.
  const [first, changedAnswers, otherPlan, otherEmail, failed, retried] = sessions;
  expect([changedAnswers, failed, retried]).toEqual([first, 'none', otherEmail]);
  expect(new Set([first, otherPlan, otherEmail]).size).toBe(3);
});

test('Forward to the checkout after the email was changed or cleared does not bring the old one back', async ({
  page,
}) => {
  const opened: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/create-checkout')) opened.push(request.postDataJSON().email);
  });
  await openApp(page, '/step-17');
  await page.evaluate(
    (answers) => localStorage.setItem('quizAnswers', JSON.stringify(answers)),
    completedAnswers,
  );
  await submitEmail(page, mouse, 'old@example.com');
  await page.goto('/');
  await page.getByRole('button', { name: 'Continue' }).click();
  await plan(page, '12-WEEK PLAN').click();
  await buy(page).click();
  await expect(page.getByText('old@example.com')).toBeVisible();
  // The session is requested only after the screen is painted, and not at all by a visitor who has left by then.
  await expect.poll(() => opened).toEqual(['old@example.com']);

  await page.goBack();
  await page.getByRole('button', { name: 'Change your email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your email' });
  await dialog.getByRole('textbox', { name: 'Email' }).fill('new@example.com');
  await dialog.getByRole('button', { name: 'Save email' }).click();
  await page.goForward();
  await expect(page.getByText('plan3', { exact: true })).toBeVisible();
  await expect(page.getByText('new@example.com')).toBeVisible();

  // The entry of the checkout is older than the page after a reload.
  await page.goBack();
  await page.reload();
  await page.goForward();
  await expect(page.getByText('plan3', { exact: true })).toBeVisible();
  await expect(page.getByText('new@example.com')).toBeVisible();
  await page.reload();
  await expect(page.getByText('plan3', { exact: true })).toBeVisible();
  await expect(page.getByText('new@example.com')).toBeVisible();

  await page.evaluate(() => history.go(-2));
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.evaluate(() => history.go(2));
  await expect(page.getByText('Email is required for checkout').first()).toBeVisible();
  await expect.poll(() => [...new Set(opened)]).toEqual(['old@example.com', 'new@example.com']);
});

test('a reload shows the same screen with its answer, on every screen', async ({ page, console }) => {
  test.slow();
  await openApp(page, '/step-17');
  await page.evaluate((answers) => {
    localStorage.setItem('quizAnswers', JSON.stringify(answers));
    localStorage.setItem('specialGoal', 'Buy a house');
    localStorage.setItem('email', 'reload@example.com');
  }, completedAnswers);
  const stored = () => page.evaluate(() => ({ ...localStorage }));
  const before = await stored();

  await page.reload();
  for (const { path, kind, options = [], back } of stops.toReversed()) {
    await expectAt(page, path);
    const shown = await controlsIn(page.getByRole('main'));
    await page.reload();
    // Before the takeover the arrow would load another document, whose prerendered screen shows no answer yet.
    await page.waitForFunction(hasTakenOver);
    await expectAt(page, path);
    await expect.poll(() => controlsIn(page.getByRole('main'))).toEqual(shown);
    const marked = shown.filter((control) => /\[(pressed|checked)\]/.test(control));
    if (kind === 'choice') expect(marked).toEqual([`button "${options[0]}" [pressed]`]);
    if (kind === 'multi') {
      expect(marked).toEqual(options.slice(0, 2).map((name) => `checkbox "${name}" [checked]`));
    }
    if (kind === 'email') await expect(page.getByRole('textbox')).toHaveValue('reload@example.com');
    if (back) await arrow(page).click();
  }
  expect(await stored()).toEqual(before);
  expect(console).toEqual([]);
});

test.describe('/loading', () => {
  const bar = (page: Page) => page.getByRole('progressbar', { name: 'Creating your personal challenge' });

  /** Opens /loading with the clock paused. */
  async function startLoading(page: Page) {
    await page.clock.install({ time: '2026-05-01T12:00:00' });
    await page.goto('/step-16');
    await expectAt(page, '/step-16');
    await stopClock(page, '2026-05-01T13:00:00');
    await page.getByRole('button', { name: '5 min/day', exact: true }).click();
    await page.clock.runFor(120);
    await expectAt(page, '/loading');
  }

  test('counts to 100 in three seconds, continues automatically, and is not in history', async ({ page }) => {
    await startLoading(page);
    await page.clock.runFor(1500);
    await expect(bar(page)).toHaveJSProperty('value', 50);
    await expect(page.getByText('50%')).toBeVisible();
    // Two of the four lines have a tick.
    await expect(page.getByRole('listitem').filter({ has: page.locator('svg') })).toHaveCount(2);
    await expect(page.getByRole('main').locator('circle[pathLength]')).toHaveAttribute(
      'stroke-dasharray',
      '50 100',
    );
    await page.clock.runFor(1470);
    await expect(bar(page)).toHaveJSProperty('value', 99);
    await expectAt(page, '/loading');
    await page.clock.runFor(60);
    await expectAt(page, '/step-17');
    await page.clock.resume();
    await page.goBack();
    await expectAt(page, '/step-16');
  });

  test('takes no longer if the browser runs timers only once a second', async ({ page }) => {
    await startLoading(page);
    for (const percent of [33, 66]) {
      await page.clock.fastForward(1000);
      await expect(bar(page)).toHaveJSProperty('value', percent);
    }
    await page.clock.fastForward(1000);
    await expectAt(page, '/step-17');
  });

  test('restarts after a reload, and is not in history either', async ({ page }) => {
    await startLoading(page);
    await page.clock.runFor(1500);
    await page.reload();
    await expectAt(page, '/loading');
    await expect(bar(page)).toHaveJSProperty('value', 0);
    await page.clock.runFor(3030);
    await expectAt(page, '/step-17');
    await page.clock.resume();
    await page.goBack();
    await expectAt(page, '/step-16');
  });
});

test('the arrow pressed with a modifier key opens another tab and leaves the screen as it is', async ({
  page,
  context,
}) => {
  await openApp(page, '/step-3');
  const opened = context.waitForEvent('page');
  await arrow(page).click({ modifiers: ['ControlOrMeta'] });
  await expectAt(await opened, '/step-2');
  await expectAt(page, '/step-3');
});

test('a visitor who goes back right after an answer is not taken to the next screen', async ({ page }) => {
  await page.clock.install({ time: '2026-05-01T12:00:00' });
  await page.goto('/step-3');
  await stopClock(page, '2026-05-01T13:00:00');
  await page.getByRole('button', { name: "I'm comfortable" }).click();
  await page.clock.runFor(60);
  await arrow(page).click();
  await expectAt(page, '/step-2');
  await page.clock.runFor(1000);
  await expectAt(page, '/step-2');
});

test('a plan can be selected and bought although the browser refuses to change the history', async ({
  page,
}) => {
  await openApp(page, '/final?email=limited@example.com');
  await page.evaluate(() => {
    history.replaceState = () => {
      throw new DOMException('Attempt to use history.replaceState() more than 100 times', 'SecurityError');
    };
  });
  await plan(page, '12-WEEK PLAN').click();
  await expect(plan(page, '12-WEEK PLAN')).toBeChecked();
  await expect(page.getByText('Charged today: $39.99')).toHaveCount(2);
  await buy(page).click();
  await expect(page.getByText('plan3', { exact: true })).toBeVisible();
});
