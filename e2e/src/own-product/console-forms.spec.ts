import { boxOf } from '../support/box.ts';
import { publishAs } from '../support/builds.ts';
import { button, dialog, openView, signIn } from '../support/console.ts';
import { expect, test } from '../support/funnel.ts';
import { mouse } from '../support/journey.ts';

test.use({ productName: 'console' });

for (const [width, height] of [
  [375, 560],
  [1280, 560],
] as const) {
  test(`the buttons of a long form stay in view, and cover no field, at ${width} × ${height}`, async ({
    page,
    funnel,
  }) => {
    await page.setViewportSize({ width, height });
    const version = `1.8.${width}`;
    await publishAs(funnel, 'mfe-legal', version);
    await signIn(page, funnel, mouse);
    await openView(page, 'Versions', mouse);
    await button(page, `Promote… mfe-legal ${version}`).click();
    const form = dialog(page, `Promote mfe-legal ${version}`);
    const start = form.getByRole('button', { name: 'Start canary' });
    await expect(start).toBeInViewport({ ratio: 1 });

    const note = form.getByLabel('Note', { exact: true });
    await note.focus();
    await expect(note).toBeInViewport({ ratio: 1 });
    await expect(start).toBeInViewport({ ratio: 1 });
    const [noteBox, startBox] = [await boxOf(note), await boxOf(start)];
    expect(noteBox.y + noteBox.height).toBeLessThanOrEqual(startBox.y);
  });
}
