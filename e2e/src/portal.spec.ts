import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { inRoot } from '@funnel/build/repository';

import { expect, test } from './support/funnel.ts';
import { cards, heading, mouse, pay } from './support/journey.ts';
import { askProvider, openSession } from './support/provider.ts';

test('the links after payment and in the legal dialog lead to the customer portal, which cancels a subscription', async ({
  page,
  context,
}) => {
  const manage = async () => {
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Manage your subscription' }).click();
    const portal = await opened;
    await expect(heading(portal, 'Manage your subscription')).toBeVisible();
    await portal.getByRole('textbox', { name: 'Email' }).fill('manages@example.com');
    await portal.getByRole('button', { name: 'Show subscriptions' }).click();
    return portal;
  };
  await openSession(page, 'manages@example.com');
  await pay(page, mouse, cards.good);
  await expect(heading(page, 'Payment Successful!')).toBeVisible();
  const portal = await manage();
  await expect(portal.getByText(/^Renews on \w+ \d+, \d{4} for \$39\.99\.$/)).toBeVisible();
  await portal.getByRole('button', { name: 'Cancel subscription' }).click();
  const canceled = /^Canceled\. It ends on \w+ \d+, \d{4}\.$/;
  await expect(portal.getByText(canceled)).toBeVisible();

  await page.goto('/');
  await page.getByRole('button', { name: 'Terms and Conditions' }).click();
  for (const tab of ['Account', 'Subscription']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect((await manage()).getByText(canceled)).toBeVisible();
  }
});

test('the service creates the catalog at the provider when it starts, and the setup command is idempotent', async ({
  funnel,
}) => {
  const onSale = () =>
    Promise.all(
      ['products', 'prices', 'coupons'].map((kind) => askProvider(funnel, 'GET', `/v1/${kind}?limit=100`)),
    );
  const counts = async () => (await onSale()).map((list) => Object(list).data.length);
  await expect.poll(counts).toEqual([3, 6, 6]);
  const before = await onSale();

  const script = inRoot('services/api/src/billing/stripe/stripe-setup.ts');
  const env = {
    ...process.env,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
    STRIPE_API_BASE: funnel.sandbox?.url,
  };
  const setUp = () =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', '--conditions=source', script], { env });
  const first = await setUp();
  expect(first.stdout.trim().split('\n')).toHaveLength(6);
  expect(await setUp()).toEqual(first);
  expect(await onSale()).toEqual(before);
});
