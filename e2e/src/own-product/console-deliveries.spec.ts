import { randomUUID } from 'node:crypto';

import { button, openView, statusMessage, signIn } from '../support/console.ts';
import { expect, test } from '../support/funnel.ts';
import { mouse } from '../support/journey.ts';
import { leaveLead } from '../support/submit-lead.ts';

test.use({ productName: 'console-deliveries' });

test('redelivers one dead letter, the selected ones, and all of a destination', async ({ page, funnel }) => {
  const submit = (email: string) => leaveLead(funnel.url, email);
  const names = ['one', 'two', 'three', 'four', 'five'];
  funnel.leads.answerWith(400);
  for (const name of names) expect((await submit(`${name}@console.example`)).status).toBe(202);
  await signIn(page, funnel, mouse);
  await openView(page, 'Deliveries', mouse);
  const deadLetters = page.getByText('dead letter, 1 attempt');
  await expect(deadLetters).toHaveCount(5);
  await expect(page.getByText('5 of 5, newest first')).toBeVisible();
  await expect(page.getByText('status 400')).toHaveCount(5);
  await expect(page.getByText('@console.example')).toHaveCount(0);

  funnel.leads.answerWith(204);
  await page
    .getByRole('button', { name: /^Redeliver lead to lead-webhook/ })
    .first()
    .click();
  await button(page, 'Redeliver').click();
  await expect(statusMessage(page, '1 delivery was requeued.')).toBeVisible();
  await expect(deadLetters).toHaveCount(4);

  const checkboxes = page.getByRole('checkbox', { name: /^Select lead to lead-webhook/ });
  for (const index of [0, 1]) await checkboxes.nth(index).check();
  await button(page, 'Redeliver 2 selected…').click();
  await button(page, 'Redeliver').click();
  await expect(statusMessage(page, '2 deliveries were requeued.')).toBeVisible();
  await expect(deadLetters).toHaveCount(2);

  await button(page, 'Redeliver all dead letters of lead-webhook').click();
  await button(page, 'Redeliver').click();
  await expect(page.getByText('Everything was delivered.')).toBeVisible();
  const received = funnel.leads.deliveries.map(({ body }) => Object(body).email);
  for (const name of names) expect(received).toContain(`${name}@console.example`);
});

test('finds a dead letter among many pending deliveries by its state, and shows the total', async ({
  page,
  funnel,
}) => {
  const submit = () => leaveLead(funnel.url, `${randomUUID()}@console.example`);
  funnel.leads.answerWith(400);
  expect((await submit()).status).toBe(202);
  await signIn(page, funnel, mouse);
  await openView(page, 'Deliveries', mouse);
  await expect(page.getByText('dead letter, 1 attempt')).toHaveCount(1);
  funnel.leads.answerWith(503);
  for (let count = 0; count < 60; count++) await submit();
  await expect(page.getByText('50 of 61, newest first')).toBeVisible();
  await expect(page.getByText('dead letter, 1 attempt')).toHaveCount(0);

  await page.getByLabel('State').selectOption('Dead letter');
  await expect(page.getByText('1 of 1, newest first')).toBeVisible();
  await expect(page.getByText('dead letter, 1 attempt')).toHaveCount(1);
  funnel.leads.answerWith(204);
  await page.getByRole('button', { name: /^Redeliver lead to lead-webhook/ }).click();
  await button(page, 'Redeliver').click();
  await expect(page.getByText('No deliveries in this state.')).toBeVisible();
});
