import { expect, test } from '../support/funnel.ts';
import { heading, payWithoutSuccessPage } from '../support/journey.ts';
import { askProvider, openSession } from '../support/provider.ts';

test.use({ productName: 'without a word from the payment provider' });

test('the service finds a payment without its webhook, and the success page confirms it', async ({
  page,
  funnel,
}) => {
  await askProvider(funnel, 'POST', '/sandbox/deliveries/hold');
  const sessionId = await openSession(page, 'unheard@example.com');
  // The success page would find the payment too, so it never opens.
  await payWithoutSuccessPage(page);
  expect(await funnel.send('/api/reports/totals')).toMatchObject({ paidSessions: 0 });

  await funnel.restart(6 * 60_000);
  const found = { paidSessions: 1, activeSubscriptions: 1 };
  await expect.poll(() => funnel.send('/api/reports/totals')).toMatchObject(found);
  const { deliveries } = Object(await askProvider(funnel, 'GET', '/sandbox/deliveries'));
  const statuses = deliveries.map(({ status }: { status: string }) => status);
  expect(new Set(statuses)).toEqual(new Set(['held']));

  await page.goto(`/payment-success?session_id=${sessionId}`);
  await expect(heading(page, 'Payment Successful!')).toBeVisible();
  await expect(page.getByText('unheard@example.com')).toBeVisible();
});
