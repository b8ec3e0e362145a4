import { expect, type Page } from '@playwright/test';

import { cards, mouse, pay, paymentForm } from '../src/support/journey.ts';
import { screens } from '../src/support/screens.ts';

export interface Shot {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
  /** The whole length of the page, not just what a visitor sees first. */
  readonly whole?: boolean;
  /** Taken of a product that requires consent and opens the payment in a dialog. */
  readonly isStrict?: boolean;
}

const email = 'visitor@example.com';
const opens = (path: string) => async (page: Page) => {
  await page.goto(path);
};
const buy = (page: Page) => page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();

async function openCheckout(page: Page) {
  await page.goto(`/final?email=${email}`);
  await buy(page);
  await paymentForm(page).getByRole('textbox', { name: 'Card number' }).waitFor();
}

const paysWith = (card: string, seen: (page: Page) => Promise<void>) => async (page: Page) => {
  await openCheckout(page);
  await pay(page, mouse, card);
  await seen(page);
};

const legal = (tab: string) => async (page: Page) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Terms and Conditions' }).click();
  await page.getByRole('tab', { name: tab }).click();
};

/** A visitor who has answered everything, as local storage has it. */
async function remember(page: Page) {
  await page.addInitScript(() => {
    localStorage.setItem('specialGoal', 'Buy a house');
    localStorage.setItem(
      'quizAnswers',
      JSON.stringify({
        'Trading Experience': 'NO',
        'Financial Confidence': 'Somewhat confident',
        'Trading Knowledge': "No but I'd like to learn more",
        'Companies of Interest': 'Netflix, Tesla, Apple, Microsoft',
        'Preferred Trading Tools': 'AI trading coach, Personal learning plan',
        'Income Goal': '$30,000 - $50,000',
        'Daily Time Commitment': '10 min/day',
      }),
    );
  });
}

/** Every screen and every state worth looking at, in the order of the sheet. */
export const shots: readonly Shot[] = [
  ...screens.map(({ path }) => ({ name: path, open: opens(path) })),
  {
    name: 'resume offer',
    open: async (page) => {
      await remember(page);
      await page.goto('/');
      await page.getByRole('button', { name: 'Start over' }).waitFor();
    },
  },
  {
    name: 'companies chosen',
    open: async (page) => {
      await page.goto('/step-10');
      for (const name of ['Netflix', 'Tesla', 'Apple']) await page.getByRole('checkbox', { name }).check();
    },
  },
  {
    name: 'answer chosen',
    open: async (page) => {
      await remember(page);
      await page.goto('/step-7');
    },
  },
  {
    name: 'e-mail refused',
    open: async (page) => {
      await page.goto('/step-17');
      await page.getByRole('textbox').fill('visitor@gmial');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Invalid email').first().waitFor();
    },
  },
  { name: 'consent', open: opens('/'), isStrict: true },
  { name: 'consent on a question', open: opens('/step-7'), isStrict: true },
  { name: 'consent on the offer', open: opens('/final'), isStrict: true },
  {
    name: '/final',
    open: async (page) => {
      await remember(page);
      await page.goto(`/final?email=${email}`);
    },
    whole: true,
  },
  {
    name: 'tooltip',
    open: async (page) => {
      await page.goto('/final');
      const badge = page.getByRole('button', { name: /starting point/ });
      // Scrolling closes a tooltip, so it comes first.
      await badge.scrollIntoViewIfNeeded();
      await badge.hover();
      await page.getByRole('tooltip').waitFor();
    },
  },
  {
    name: 'e-mail dialog',
    open: async (page) => {
      await page.goto('/final');
      await buy(page);
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'payment dialog', open: openCheckout, isStrict: true },
  { name: '/checkout', open: openCheckout, whole: true },
  {
    name: 'card declined',
    open: paysWith(cards.declined, (page) =>
      paymentForm(page).getByText('Your card was declined.').waitFor(),
    ),
    whole: true,
  },
  {
    name: '3-D Secure',
    open: paysWith('4000002760003184', (page) =>
      paymentForm(page).getByRole('button', { name: 'Complete' }).waitFor(),
    ),
    whole: true,
  },
  { name: '/checkout without e-mail', open: opens('/checkout') },
  {
    name: '/payment-success',
    open: paysWith(cards.good, (page) =>
      page.getByRole('heading', { name: 'Payment Successful!' }).waitFor(),
    ),
  },
  {
    name: 'payment not found',
    open: async (page) => {
      await page.goto('/payment-success?session_id=cs_test_unknown');
      await page.getByRole('heading', { name: 'We could not find this payment' }).waitFor();
    },
  },
  ...['Terms', 'Privacy', 'Subscription', 'Disclaimer', 'Support', 'Account'].map((tab) => ({
    name: `legal: ${tab}`,
    open: legal(tab),
  })),
  { name: 'not found', open: opens('/nowhere') },
  {
    name: 'broken remote',
    open: async (page) => {
      await page.route('**/remotes/mfe-pricing/**', (route) => route.abort());
      await page.goto('/final');
      await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
    },
  },
];
