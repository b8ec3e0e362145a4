import { expect, test } from './support/funnel.ts';
import { cards, completeQuiz, heading, mouse, pay, paymentForm, submitEmail } from './support/journey.ts';
import { expectWholeScreen } from './support/open-app.ts';
import { spokenText } from './support/screen-reader.ts';
import { routes } from './support/states.ts';
import { storedText } from './support/stored-file.ts';

const introduction = `# The journey as a screen reader reads it

What Chromium gives to a screen reader on each screen, from the start to the purchase: role, name, and state of every
element, in reading order, on a phone. \`npm run accept\` writes this file; \`screen-reader.spec.ts\` in [\`e2e\`](../e2e/README.md)
fails if a screen differs from it.`;

/** Replaces what differs between two runs. */
const steady = (text: string): string =>
  text
    .replaceAll(/\b\d\d:\d\d\b/g, 'MM:SS')
    .replaceAll(
      /\b(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}\b/g,
      'DATE',
    )
    .replaceAll(/cs_test_\w*(…\w+)?/g, 'ID');

test.use({ viewport: { width: 375, height: 740 } });

test('a screen reader reads the documented text on every screen of the journey', async ({ page }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const sections = [introduction];
  const read = async (path: string) => {
    sections.push(`## ${path}\n\n${steady(await spokenText(page))}`);
  };
  // The journey leaves this screen automatically, so it is opened and stopped here.
  const readLoading = async () => {
    const loading = await page.context().newPage();
    await routes.find(({ name }) => name === '/loading')?.open(loading);
    sections.push(
      `## /loading\n\n${steady(await spokenText(loading)).replaceAll(/(?<=progress bar: Creating.*, )\d+/g, 'N')}`,
    );
    await loading.close();
  };

  await completeQuiz(page, mouse, async ({ path, kind }) => {
    if (kind === 'email') await readLoading();
    await read(path);
  });
  await submitEmail(page, mouse, 'listener@example.com');
  await expect(heading(page, 'Your personalized trading plan')).toBeVisible();
  await expectWholeScreen(page);
  await read('/final');
  await mouse.press(page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first());
  await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
  await expect(page.getByText('Loading payment form...')).toHaveCount(0);
  await read('/checkout');
  await pay(page, mouse, cards.good);
  await expect(heading(page, 'Payment Successful!')).toBeVisible();
  await expect(page.getByText('listener@example.com')).toBeVisible();
  await read('/payment-success');

  const text = `${sections.join('\n\n')}\n`;
  expect(text).toBe(storedText('docs/screen-reader.md', text));
});
