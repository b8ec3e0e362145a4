import { violationsOf } from './support/accessibility.ts';
import { openView, overflowOf, signIn, waitForIdle } from './support/console.ts';
import { expect, test } from './support/funnel.ts';
import { keyboard, mouse } from './support/journey.ts';
import { simulateVisit } from './support/visits.ts';

for (const [deviceName, device, width] of [
  ['mouse', mouse, 375],
  ['keyboard', keyboard, 1280],
] as const) {
  test(`the history begins with what happened by hour, by ${deviceName} at ${width} px`, async ({
    page,
    funnel,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    const { report } = await simulateVisit(funnel, '/');
    await report({ name: 'ResourceFailed', path: '/', remote: 'mfe-quiz', version: '1.0.0', detail: 'lost' });
    const { hours } = Object(await funnel.send('/api/reports/timeline'));
    const sumOf = (row: string): number =>
      hours.reduce((sum: number, hour: Record<string, number>) => sum + (hour[row] ?? 0), 0);
    expect(sumOf('failures')).toBeGreaterThan(0);
    expect(sumOf('deployments')).toBeGreaterThan(0);

    await signIn(page, funnel, device);
    await openView(page, 'History', device);
    const panel = page.getByRole('region', { name: 'The last two days, by hour' });
    await expect(panel).toContainText(/Visitors with a failureDead letters/);
    await expect(panel).toContainText(`Deployments${sumOf('deployments')}`);
    await device.press(panel.getByText('By hour', { exact: true }));
    const table = panel.getByRole('table', { name: 'The last two days, by hour' });
    // The console reads it again every few seconds, and a new hour may have begun.
    const newest = table.getByRole('row').nth(1).getByRole('cell').nth(1);
    await expect(async () => {
      const { hours: now } = Object(await funnel.send('/api/reports/timeline'));
      expect(await newest.textContent()).toContain(String(now.at(-1).failures));
    }).toPass();
    await waitForIdle(page);
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
  });
}
