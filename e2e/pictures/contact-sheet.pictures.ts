import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { inRoot } from '@funnel/build/repository';
import type { Page } from '@playwright/test';

import { test, type Funnel } from '../src/support/funnel.ts';
import { cards, mouse, pay, paymentForm } from '../src/support/journey.ts';
import { screens } from '../src/support/screens.ts';

const sizes = [
  { width: 320, height: 640 },
  { width: 375, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];
/** The widths whose sheets are kept. */
const kept = [375, 1280];
const folder = inRoot('.cache/pictures');

interface Shot {
  readonly name: string;
  readonly open: (page: Page, funnel: Funnel) => Promise<void>;
  /** The whole length of the page, not just what a visitor sees first. */
  readonly whole?: boolean;
}

const opens = (path: string) => async (page: Page) => {
  await page.goto(path);
};

const legal = (tab: string) => async (page: Page) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Terms and Conditions' }).click();
  await page.getByRole('tab', { name: tab }).click();
};

async function openCheckout(page: Page) {
  await page.goto('/final?email=visitor@example.com');
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await paymentForm(page).getByRole('textbox', { name: 'Card number' }).waitFor();
}

const shots: readonly Shot[] = [
  ...screens.map(({ path }) => ({ name: path, open: opens(path) })),
  {
    name: '/step-17 with errors',
    open: async (page) => {
      await page.goto('/step-17');
      await page.getByRole('textbox').fill('visitor@gmial.con');
      await page.getByRole('textbox').blur();
      await page.getByRole('button', { name: 'Continue' }).click();
    },
  },
  { name: '/final', open: opens('/final?email=visitor@example.com'), whole: true },
  {
    name: '/final e-mail dialog',
    open: async (page) => {
      await page.goto('/final');
      await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: '/checkout', open: openCheckout, whole: true },
  { name: '/checkout without e-mail', open: opens('/checkout') },
  {
    name: '/payment-success',
    open: async (page) => {
      await openCheckout(page);
      await pay(page, mouse, cards.good);
      await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
    },
  },
  { name: '/payment-success, unknown', open: opens('/payment-success?session_id=cs_test_unknown') },
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
      await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
    },
  },
];

const fileOf = (name: string, width: number) =>
  join(folder, `${name.replace(/[^a-z0-9]+/gi, '-')}-${width}.png`);

for (const { width, height } of sizes) {
  test(`pictures at ${width} px`, async ({ browser, funnel }) => {
    mkdirSync(folder, { recursive: true });
    for (const { name, open, whole = false } of shots) {
      const context = await browser.newContext({
        baseURL: funnel.url,
        viewport: { width, height },
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await open(page, funnel);
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: fileOf(name, width), fullPage: whole });
      await context.close();
    }
    if (!kept.includes(width)) return;

    const figures = shots.map(({ name }) => {
      const source = `data:image/png;base64,${readFileSync(fileOf(name, width)).toString('base64')}`;
      return `<figure><img src="${source}"><figcaption>${name}</figcaption></figure>`;
    });
    const page = await browser.newPage({ viewport: { width: 1800, height: 1000 } });
    await page.setContent(`<style>
      body { margin: 16px; display: grid; grid-template-columns: repeat(${width < 800 ? 9 : 6}, 1fr); gap: 12px; font: 12px sans-serif; background: #ddd }
      figure { margin: 0 } img { width: 100%; max-height: 900px; object-fit: contain; object-position: top; background: #bbb }
    </style>${figures.join('')}`);
    await page.screenshot({ path: inRoot('docs/pictures', `contact-sheet-${width}.png`), fullPage: true });
    await page.close();
  });
}
