import type { Page } from '@playwright/test';

import { boxOf } from './support/box.ts';
import {
  completeQuiz,
  submitEmail,
  pay,
  paymentForm,
  cards,
  heading,
  keyboard,
  touch,
  completedAnswers,
  type InputDevice,
} from './support/journey.ts';
import { expect, test } from './support/funnel.ts';
import { countReactCopies } from './support/scripts.ts';
import { visibleShiftsOf, watchShifts } from './support/shifts.ts';

const visitors: readonly {
  name: string;
  device: InputDevice;
  use: { viewport: { width: number; height: number }; hasTouch: boolean; isMobile: boolean };
}[] = [
  {
    name: 'by touch at 375 px',
    device: touch,
    use: { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
  },
  {
    name: 'by keyboard at 1280 px',
    device: keyboard,
    use: { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false },
  },
];

/** Where the parts of the quiz's screens are: of each path the top of its headline, and the right edge of its counter if it has one. */
interface Places {
  readonly headlines: Record<string, number>;
  readonly counters: Record<string, number>;
}

async function recordPlaces(page: Page, path: string, { headlines, counters }: Places): Promise<void> {
  // A screen slides in from the side, so its height is known at once, but not its left edge.
  headlines[path] = (await boxOf(page.getByRole('heading', { level: 1 }))).y;
  const counter = page.getByRole('banner').getByText(' / ');
  if (await counter.count()) counters[path] = (await boxOf(counter)).right;
}

function expectSamePlaces({ headlines, counters }: Places, viewport: { readonly width: number }): void {
  expect(Object.keys(headlines)).toHaveLength(22);
  expect([...new Set(Object.values(headlines))]).toHaveLength(1);
  expect(Object.keys(counters)).toHaveLength(17);
  const gutter = viewport.width - 20;
  for (const right of Object.values(counters)) expect(Math.abs(right - gutter)).toBeLessThanOrEqual(1);
}

/** The remotes of the journey were loaded, and of all scripts only that of the shell contains React, once. */
function expectOneReact(copies: ReadonlyMap<string, number>): void {
  const remotes = new Set([...copies.keys()].flatMap((path) => /^\/remotes\/([^/]+)/.exec(path)?.[1] ?? []));
  expect([...remotes]).toEqual(expect.arrayContaining(['mfe-quiz', 'mfe-pricing', 'mfe-checkout']));
  expect([...copies].filter(([, count]) => count > 0)).toEqual([
    [expect.stringMatching(/^\/assets\/.*\/shell\.\w+\.js$/), 1],
  ]);
}

for (const { name, device, use } of visitors) {
  test.describe(name, () => {
    test.use(use);

    test('a visitor answers, leaves an email, pays and is thanked', async ({ page, funnel, console }) => {
      test.slow();
      const email = `visitor-${use.viewport.width}@example.com`;

      await watchShifts(page);
      const reactCopies = countReactCopies(page);
      const places: Places = { headlines: {}, counters: {} };

      await completeQuiz(page, device, async ({ path }) => {
        if (use.isMobile) await recordPlaces(page, path, places);
      });
      if (use.isMobile) expectSamePlaces(places, use.viewport);
      // Read after the quiz, so that the service has had time to count what an earlier test bought.
      const before = await funnel.send('/api/reports/totals');
      await submitEmail(page, device, email);
      await expect(heading(page, 'Your personalized trading plan')).toBeVisible();
      await expect(page.getByRole('radio', { name: /4-WEEK PLAN/ })).toBeChecked();
      const assessment = page.locator('summary', { hasText: 'Your success assessment' });
      await expect(assessment.getByText(/^\d{1,3} of 100 today$/)).toBeVisible();
      await device.press(page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first());
      await expect(page).toHaveURL('/checkout');
      await expect(heading(page, 'Complete Your Order')).toBeVisible();
      await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
      expect(await visibleShiftsOf(page)).toEqual([]);
      expectOneReact(await reactCopies());
      await pay(page, device, cards.good);
      await expect(page).toHaveURL(/\/payment-success\?session_id=cs_test_\w+$/);
      await expect(heading(page, 'Payment Successful!')).toBeVisible();
      await expect(page.getByText(email)).toBeVisible();
      expect(await visibleShiftsOf(page)).toEqual([]);
      const firstTask = page.locator('section', {
        has: page.getByRole('heading', { name: 'Your first 7-day trading task' }),
      });
      await expect(firstTask.getByRole('listitem')).toHaveCount(7);

      const delivered = () =>
        funnel.leads.deliveries.filter(({ body }) => JSON.stringify(body).includes(email));
      await expect.poll(() => delivered().length).toBe(1);
      expect(delivered()[0]?.body).toEqual({
        email,
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        step: 'Email Step (17)',
        specialGoal: 'Buy a house',
        quizAnswers: completedAnswers,
        answers_summary: Object.entries(completedAnswers)
          .map(([label, text]) => `${label}: ${text}`)
          .join(', '),
      });
      await expect
        .poll(() => funnel.send('/api/reports/totals'))
        .toMatchObject({
          leads: Object(before).leads + 1,
          paidSessions: Object(before).paidSessions + 1,
          activeSubscriptions: Object(before).activeSubscriptions + 1,
        });
      expect(console).toEqual([]);
    });
  });
}

test('a declined card shows the reason, charges nothing, and the next attempt succeeds', async ({
  page,
  funnel,
}) => {
  const device: InputDevice = { press: (control) => control.click() };
  await page.goto('/final?email=declined@example.com');
  await device.press(page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first());
  await pay(page, device, cards.declined);
  await expect(paymentForm(page).getByText('Your card was declined.')).toBeVisible();
  await expect(page).toHaveURL('/checkout');
  const before = await funnel.send('/api/reports/totals');
  expect(before).toMatchObject({ paidSessions: expect.any(Number) });

  await pay(page, device, cards.good);
  await expect(heading(page, 'Payment Successful!')).toBeVisible();
  await expect
    .poll(() => funnel.send('/api/reports/totals'))
    .toMatchObject({ paidSessions: Object(before).paidSessions + 1 });
});
