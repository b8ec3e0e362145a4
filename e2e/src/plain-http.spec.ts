import { browserFlags, findBrowser } from '@funnel/build/commands/find-browser';
import { chromium } from '@playwright/test';

import { collectEvents, namesOf } from './support/events.ts';
import { expect, test } from './support/funnel.ts';
import { heading } from './support/journey.ts';
import { openApp } from './support/open-app.ts';

const hostName = 'computer.test';

test('a page over plain HTTP, such as one in the local network, stores a lead, reports events and opens a payment form', async ({
  funnel,
}) => {
  const browser = await chromium.launch({
    executablePath: findBrowser(() => undefined),
    args: [...browserFlags, `--host-resolver-rules=MAP ${hostName} 127.0.0.1`],
  });
  const { port } = new URL(funnel.url);
  try {
    const page = await browser.newPage({ baseURL: `http://${hostName}:${port}` });
    const events = collectEvents(page);
    await openApp(page, '/step-17');
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await page.getByRole('textbox', { name: 'Your email address' }).fill('plain@example.com');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(heading(page, 'Your personalized trading plan')).toBeVisible();
    await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
    await expect(heading(page, 'Complete Your Order')).toBeVisible();
    await expect(page.getByTitle('Secure payment form')).toBeVisible();
    await expect
      .poll(() => funnel.leads.deliveries.map(({ body }) => Object(body).email))
      .toContain('plain@example.com');
    await expect.poll(() => namesOf(events)).toContain('Lead');
  } finally {
    await browser.close();
  }
});
