import { expect, test } from '../support/funnel.ts';
import { heading, submitEmail, mouse } from '../support/journey.ts';
import { expectErrorBox, expectNoMessages, expectToast } from '../support/toasts.ts';

/** The discard port, on which nothing listens. */
const deadWebhook = 'http://127.0.0.1:9/leads';

test.use({
  productName: 'without keys and with a dead webhook',
  serviceEnv: { PAYMENTS: 'stripe', LEAD_WEBHOOK_URL: deadWebhook },
});

test('a failing webhook is invisible to the visitor, and payments without keys show a configuration message', async ({
  page,
  request,
  funnel,
}) => {
  await page.goto('/step-17');
  await submitEmail(page, mouse, 'nowhere@example.com');
  await expect(heading(page, 'Your personalized trading plan')).toBeVisible();
  await expect
    .poll(() => funnel.send('/api/reports/totals'))
    .toMatchObject({ leads: 1, deliveries: { waiting: 1 } });
  await expectNoMessages(page);

  const asked: string[] = [];
  page.on('request', (call) => asked.push(new URL(call.url()).pathname));
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expectErrorBox(page, 'Stripe configuration is incorrect');
  await expectToast(page, 'Error', 'Stripe configuration is incorrect. Please contact the administrator.');
  expect(asked).not.toContain('/api/create-checkout');

  const response = await request.post('/api/create-checkout', {
    headers: { origin: funnel.url },
    data: { planId: 'plan2', email: 'nowhere@example.com', attemptId: crypto.randomUUID() },
  });
  expect(response.status()).toBe(503);
  expect(await response.json()).toMatchObject({ code: 'payments-not-configured' });
});
