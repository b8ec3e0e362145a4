import type { Locator, Page, Route } from '@playwright/test';

import { expectWholeForm, heading, mouse, pay, paymentForm } from './journey.ts';
import { expectWholeScreen, openApp, openAppWithoutFile } from './open-app.ts';
import { screens } from './screens.ts';
import { closeToast, toasts } from './toasts.ts';

/** A state of a screen: as it opens, or after an action. */
export interface State {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
  /** The state occurs only in `strictFunnel`. */
  readonly isStrict?: boolean;
  /** The state ends when the window changes its size. */
  readonly endsOnResize?: boolean;
}

const email = 'visitor@example.com';
const checkout = `/checkout?email=${email}`;
const sessionPath = /\/api\/checkout-sessions\//;

/** Opens a path and waits for its screen. */
const opens = (path: string) => async (page: Page) => {
  await page.goto(path);
  await expectWholeScreen(page);
};

/** Local storage of a visitor who has answered everything. */
const rememberAnswers = (page: Page) =>
  page.addInitScript(() => {
    const answers = {
      'Trading Experience': 'NO',
      'Financial Confidence': 'Somewhat confident',
      'Trading Knowledge': "No but I'd like to learn more",
      'Companies of Interest': 'Netflix, Tesla, Apple, Microsoft',
      'Preferred Trading Tools': 'AI trading coach, Personal learning plan',
      'Income Goal': '$30,000 - $50,000',
      'Daily Time Commitment': '10 min/day',
    };
    localStorage.setItem('specialGoal', 'Buy a house');
    localStorage.setItem('quizAnswers', JSON.stringify(answers));
  });

const remembering = (path: string) => async (page: Page) => {
  await rememberAnswers(page);
  await opens(path)(page);
};

async function submitInvalidEmail(page: Page, typed: string): Promise<void> {
  await page.goto('/step-17');
  await page.getByRole('textbox').fill(typed);
  await page.getByRole('button', { name: 'Continue' }).click();
  await toasts(page).first().waitFor();
}

const buy = (page: Page) => page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();

async function openEmailDialog(page: Page): Promise<Locator> {
  await page.goto('/final');
  await buy(page);
  return page.getByRole('dialog', { name: 'Enter your email' });
}

const hovers = (name: RegExp) => async (page: Page) => {
  await page.goto('/final');
  const button = page.getByRole('button', { name });
  // Scrolling closes a tooltip, so the page is scrolled first.
  await button.scrollIntoViewIfNeeded();
  await button.hover();
  await page.getByRole('tooltip').waitFor();
};

const paysWith = (card: string, seen: (page: Page) => Locator) => async (page: Page) => {
  await page.goto(checkout);
  await expectWholeForm(page);
  await pay(page, mouse, card);
  await seen(page).waitFor();
};

const legal = (tab: string) => async (page: Page) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Terms and Conditions' }).click();
  await page.getByRole('tab', { name: tab }).click();
};

const opensLegalText = (respond: (route: Route) => unknown) => async (page: Page) => {
  await page.route(/\/remotes\/mfe-legal\//, respond);
  await page.goto('/');
  await page.getByRole('button', { name: 'Terms and Conditions' }).click();
  await page.getByRole('dialog', { name: 'Legal Information' }).waitFor();
};

const changesEmail = (path: string) => async (page: Page) => {
  await page.goto(path);
  await page.getByRole('button', { name: 'Change your email' }).click();
  await page.getByRole('dialog', { name: 'Change your email' }).waitFor();
};

const fails = (path: string, request: RegExp, title: string) => async (page: Page) => {
  await page.route(request, (route) => route.abort());
  await page.goto(path);
  await heading(page, title).waitFor();
};

const session = (status: string, title: string) => async (page: Page) => {
  const summary = {
    status,
    plan: { planId: 'plan2', name: '4-WEEK PLAN' },
    amountMinor: 1999,
    currency: 'USD',
  };
  await page.route(sessionPath, (route) => route.fulfill({ json: { ...summary, email } }));
  await page.goto('/payment-success?session_id=cs_test_shown');
  await heading(page, title).waitFor();
};

const quizStates: readonly State[] = [
  { name: 'resume prompt', open: remembering('/') },
  { name: 'answer chosen', open: remembering('/step-7') },
  { name: 'companies chosen', open: remembering('/step-10') },
  { name: 'email missing', open: (page) => submitInvalidEmail(page, '') },
  { name: 'email invalid', open: (page) => submitInvalidEmail(page, 'visitor@gmial') },
  {
    name: 'email suggestion',
    open: async (page) => {
      await page.goto('/step-17');
      await page.getByRole('textbox').fill('visitor@gmial.com');
      await page.getByRole('button', { name: /Did you mean/ }).waitFor();
    },
  },
];

const consentStates: readonly State[] = ['/', '/step-7', '/step-10', '/final', '/checkout', '/nowhere'].map(
  (path) => ({ name: `consent on ${path}`, open: opens(path), isStrict: true }),
);

const offerStates: readonly State[] = [
  {
    name: 'offer, all known',
    open: async (page) => {
      await remembering(`/final?email=${email}`)(page);
    },
  },
  {
    name: 'offer, time is up',
    open: async (page) => {
      await page.goto('/step-1');
      await page.context().addCookies([{ name: 'offer-deadline', value: '1', url: page.url() }]);
      await opens('/final')(page);
    },
  },
  {
    name: 'assessment explained',
    open: async (page) => {
      await remembering('/final')(page);
      await page.getByText('Your success assessment').click();
    },
  },
  { name: 'email change on the offer', open: changesEmail(`/final?email=${email}`) },
  { name: 'tooltip on the gain', open: hovers(/starting point/), endsOnResize: true },
  { name: 'tooltip on the daily price', open: hovers(/per-day price/), endsOnResize: true },
  {
    name: 'email dialog',
    open: async (page) => {
      await (await openEmailDialog(page)).waitFor();
    },
  },
  {
    name: 'email dialog, email invalid',
    open: async (page) => {
      const dialog = await openEmailDialog(page);
      await dialog.getByRole('textbox').fill('visitor@gmial');
      await dialog.getByRole('button', { name: 'Continue to Checkout' }).click();
      await dialog.getByText('Please enter a valid email address').waitFor();
    },
  },
  {
    name: 'payment dialog',
    open: async (page) => {
      await page.goto(`/final?email=${email}`);
      await buy(page);
      await expectWholeForm(page);
    },
    isStrict: true,
  },
];

const checkoutStates: readonly State[] = [
  {
    name: 'checkout, form shown',
    open: async (page) => {
      await page.goto(checkout);
      await expectWholeForm(page);
    },
  },
  {
    name: 'checkout, form awaited',
    open: async (page) => {
      await page.route('/api/create-checkout', () => undefined);
      await page.goto(checkout);
      await page.getByText('Loading payment form...').waitFor();
    },
  },
  {
    name: 'checkout, service out of reach',
    open: async (page) => {
      await page.route('/api/create-checkout', (route) => route.abort());
      await page.goto(checkout);
      await page.getByRole('button', { name: 'Retry' }).waitFor();
    },
  },
  { name: 'email change at the checkout', open: changesEmail(checkout) },
  {
    name: 'checkout without email',
    open: async (page) => {
      await page.goto('/checkout');
      await closeToast(page);
    },
  },
  {
    name: 'card declined',
    open: paysWith('4000000000000002', (page) => paymentForm(page).getByText('Your card was declined.')),
  },
  {
    name: '3-D Secure step',
    open: paysWith('4000002760003184', (page) => paymentForm(page).getByRole('button', { name: 'Complete' })),
  },
];

const successStates: readonly State[] = [
  {
    name: 'payment paid',
    open: paysWith('4242424242424242', (page) => heading(page, 'Payment Successful!')),
  },
  { name: 'payment processing', open: session('processing', 'Confirming your payment') },
  { name: 'payment not completed', open: session('expired', 'Payment not completed') },
  {
    name: 'payment out of reach',
    open: fails('/payment-success?session_id=cs_test_away', sessionPath, 'Confirming your payment'),
  },
  {
    name: 'payment not found',
    open: async (page) => {
      await page.goto('/payment-success?session_id=cs_test_unknown');
      await heading(page, 'We could not find this payment').waitFor();
    },
  },
];

const failureStates: readonly State[] = [
  { name: 'not found', open: opens('/nowhere') },
  {
    name: 'remote broken',
    open: fails('/final', /\/remotes\/mfe-pricing\//, 'This page could not be loaded'),
  },
  {
    name: 'remote awaited',
    open: async (page) => {
      await page.route(/\/remotes\/mfe-pricing\//, () => undefined);
      await openAppWithoutFile(page, '/step-17');
      await page.getByRole('textbox').fill(email);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Loading…').waitFor();
    },
  },
  {
    name: 'router error',
    open: async (page) => {
      await page.addInitScript(() => {
        history.replaceState = () => {
          throw new Error('storage is blocked');
        };
      });
      await page.goto('/step-1');
      await heading(page, 'Unexpected Application Error!').waitFor();
    },
  },
];

/** `/loading` during its three seconds. */
export async function holdLoading(page: Page): Promise<void> {
  await openApp(page, '/loading');
  await heading(page, 'Creating your personal challenge...').waitFor();
  await page.evaluate(() => {
    const latest = setInterval(() => undefined, 1000);
    for (let timer = Number(latest); timer > 0; timer--) clearInterval(timer);
  });
}

const quizPaths = screens.map(({ path }) => path);

/** Every route as it opens. */
export const routes: readonly State[] = [...quizPaths, '/final', '/checkout', '/payment-success'].map(
  (path) => ({
    name: path,
    open: path === '/loading' ? holdLoading : opens(path),
  }),
);

/** Further states of the routes. */
export const states: readonly State[] = [
  ...quizStates,
  ...consentStates,
  ...offerStates,
  ...checkoutStates,
  ...successStates,
  ...['Terms', 'Privacy', 'Subscription', 'Disclaimer', 'Support', 'Account'].map((tab) => ({
    name: `legal: ${tab}`,
    open: legal(tab),
  })),
  { name: 'legal text awaited', open: opensLegalText(() => undefined) },
  {
    name: 'legal text out of reach',
    open: async (page) => {
      await opensLegalText((route) => route.abort())(page);
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  },
  ...failureStates,
];

/** Opens one of `states`. Throws if none has the name. */
export async function openState(page: Page, name: string): Promise<void> {
  const state = states.find((other) => other.name === name);
  if (!state) throw new Error(`no state is named ${name}`);
  await state.open(page);
}
