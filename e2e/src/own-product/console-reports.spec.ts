import { violationsOf } from '../support/accessibility.ts';
import { boxOf } from '../support/box.ts';
import { openConsole, openView, overflowOf, signIn, waitForIdle } from '../support/console.ts';
import { expect, test } from '../support/funnel.ts';
import { keyboard, mouse } from '../support/journey.ts';
import { simulateVisit } from '../support/visits.ts';
import { storedRows } from '../support/stored-rows.ts';

test.use({ productName: 'console-reports' });

for (const [deviceName, device, width] of [
  ['mouse', mouse, 1280],
  ['mouse', mouse, 375],
  ['keyboard', keyboard, 768],
] as const) {
  test(`shows a period’s metrics and funnel as the service counts them, by ${deviceName} at ${width} px`, async ({
    page,
    funnel,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    for (const paths of [['/', '/step-1'], ['/']]) {
      const { report } = await simulateVisit(
        funnel,
        `/?utm_source=${paths.length > 1 ? 'google' : 'newsletter'}`,
      );
      for (const path of paths) await report({ name: 'PageView', path });
    }
    await signIn(page, funnel, device);
    await openView(page, 'Reports', device);
    const counted = Object(await funnel.send('/api/reports/funnel?days=30'));
    const stepOf = (path: string) =>
      Object(counted.steps.find((step: { path: string }) => step.path === path)).visitors;
    expect(counted.visitors).toBeGreaterThanOrEqual(2);
    const row = page.getByRole('row').filter({ hasText: 'How old are you?' });
    await expect(row).toContainText('/step-1');
    await expect(row.getByRole('cell').first()).toContainText(String(stepOf('/step-1')));

    const order = page.getByRole('checkbox', { name: 'Largest losses first' });
    await device.press(order);
    await expect(order).toBeChecked();
    await page.getByLabel('Period', { exact: true }).selectOption('Last 7 days');
    await expect(page).toHaveURL(/\/reports\?order=losses&days=7$/);
    await page.reload();
    await expect(order).toBeChecked();
    await expect(page.getByLabel('Period', { exact: true })).toHaveValue('7');
    await waitForIdle(page);
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);

    await page.getByLabel('Compare', { exact: true }).selectOption('Two release sets');
    await page.getByLabel('Compare', { exact: true }).selectOption('Two sources');
    await expect(page).toHaveURL(/compare=source/);
    const values = Object(await funnel.send('/api/reports/values?days=7'));
    const [first, second] = values.source;
    await expect(page.getByLabel('First', { exact: true })).toHaveValue(first.value);
    await page.getByLabel('Second', { exact: true }).selectOption(second.value);
    await page.reload();
    const visitorsOf = async ({ value }: { value: string }) => {
      const report = Object(await funnel.send(`/api/reports/funnel?days=7&source=${value}`));
      return Object(report.steps.find((step: { path: string }) => step.path === '/step-1')).visitors;
    };
    const table = await boxOf(page.getByRole('table', { name: 'Funnel' }));
    // As cards, the 25 screens were 10,000 px high on a phone.
    expect(table.height).toBeLessThan(width < 700 ? 5000 : 3500);
    await expect(row.getByRole('cell').first()).toHaveText(
      `Visitors${first.value} ${await visitorsOf(first)}${second.value} ${await visitorsOf(second)}`,
    );
    await waitForIdle(page);
    expect(await violationsOf(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.getByLabel('Compare', { exact: true }).selectOption('All visitors');
    await expect(page).toHaveURL(/\/reports\?order=losses&days=7$/);

    const download = page.waitForEvent('download');
    await device.press(page.getByRole('link', { name: 'Funnel as CSV' }));
    expect((await download).suggestedFilename()).toBe('funnel.csv');
  });
}

test('names every screen of the funnel by a title', async ({ page, funnel }) => {
  const { report } = await simulateVisit(funnel, '/');
  await report({ name: 'PageView', path: '/' });
  await openConsole(page, funnel);
  await openView(page, 'Reports', mouse);
  const table = page.getByRole('table', { name: 'Funnel' });
  for (const [path, title] of [
    ['/step-1', 'How old are you?'],
    ['/stats-slide', 'People of any experience learn with'],
    ['/info-1', 'A plan for your financial future starts small'],
    ['/step-15', 'Is there something special you want to achieve?'],
    ['/loading', 'Creating your personal challenge...'],
    ['/step-17', 'Where should we send your personalized trading plan?'],
    ['/final', 'Your personalized trading plan'],
    ['/checkout', 'Complete Your Order'],
    ['/payment-success', 'Payment Successful!'],
  ] as const)
    await expect(
      table.getByRole('rowheader').filter({ has: page.getByText(path, { exact: true }) }),
    ).toContainText(title);
  const { steps } = Object(await funnel.send('/api/reports/funnel?days=30'));
  const untitled = steps.filter(
    (step: { title: string | null; isLive: boolean }) => step.isLive && !step.title,
  );
  expect(untitled).toEqual([]);
});

test('says on the overview, too, up to which time visitors are counted', async ({ page, funnel }) => {
  const { report } = await simulateVisit(funnel, '/');
  await report({ name: 'PageView', path: '/' });
  await openConsole(page, funnel);
  for (const name of ['Analytics', 'Funnel'])
    await expect(page.getByRole('region', { name, exact: true })).toContainText(/As of \d\d:\d\d:\d\d/);
});

test('lists each key metric by day as the database has it', async ({ page, funnel }) => {
  const { report } = await simulateVisit(funnel, '/');
  await report({ name: 'PageView', path: '/' });
  const [stored = ''] = storedRows(
    funnel,
    `select count(distinct visit_id) as visitors from events where name = 'PageView' and set_id is not null`,
  );
  await openConsole(page, funnel);
  await openView(page, 'Reports', mouse);
  await page.getByText('By day, UTC', { exact: true }).click();
  const table = page.getByRole('table', { name: 'By day' });
  const today = new Date().toISOString().slice(0, 10);
  const row = table.getByRole('row').filter({ hasText: today });
  await expect(row.getByRole('cell').first()).toContainText(String(JSON.parse(stored).visitors));
  await expect(table.getByRole('row')).toHaveCount(31);
  await expect(page.getByRole('region', { name: 'Key metrics' })).toContainText(/As of \d\d:\d\d:\d\d/);
  await waitForIdle(page);
  expect(await violationsOf(page)).toEqual([]);
});

test.describe('in a time zone west of the service', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  test('a course by day begins and ends with the dates of the report', async ({ page, funnel }) => {
    const { report } = await simulateVisit(funnel, '/');
    await report({ name: 'PageView', path: '/' });
    const { from, to } = Object(await funnel.send('/api/reports/overview?days=30'));
    const [first, last] = [from, to].map((date: string) => Number(date.slice(-2)));
    await openConsole(page, funnel);
    await openView(page, 'Reports', mouse);
    await expect(page.getByRole('region', { name: 'Key metrics' })).toContainText(
      new RegExp(`\\D${first} [A-Z][a-z]+${last} [A-Z][a-z]+`),
    );
  });
});

test('shows no numbers under a period that could not be loaded', async ({ page, funnel }) => {
  await simulateVisit(funnel).then(({ report }) => report({ name: 'PageView', path: '/' }));
  await openConsole(page, funnel);
  await openView(page, 'Reports', mouse);
  await expect(page.getByRole('table', { name: 'Funnel' })).toBeVisible();
  await page.route('**/api/reports/*?days=1', (route) => route.abort());
  await page.getByLabel('Period', { exact: true }).selectOption('Today');
  const failures = page.getByRole('alert').filter({ hasText: 'The data could not be loaded.' });
  await expect(failures).toHaveCount(3);
  await expect(page.getByRole('table', { name: 'Funnel' })).toHaveCount(0);
  await expect(page.getByText('Purchases per visitor')).toHaveCount(0);
  await page.getByLabel('Period', { exact: true }).selectOption('Last 7 days');
  await expect(failures).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Funnel' })).toBeVisible();
});

test('the choice of a comparison keeps the focus, and says if there are not two to compare', async ({
  page,
  funnel,
}) => {
  for (const source of ['google', 'newsletter']) {
    const { report } = await simulateVisit(funnel, `/?utm_source=${source}&utm_campaign=spring`);
    await report({ name: 'PageView', path: '/' });
  }
  await openConsole(page, funnel);
  await openView(page, 'Reports', mouse);
  const compare = page.getByLabel('Compare', { exact: true });
  const tooFew = page.getByText('Fewer than two of these have visitors in this period');
  await compare.focus();
  for (const [value, note] of [
    ['previous', 0],
    ['source', 0],
    ['campaign', 0],
    ['device', 1],
  ] as const) {
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(new RegExp(`compare=${value}$`));
    await waitForIdle(page);
    await expect(compare).toBeFocused();
    await expect(tooFew).toHaveCount(note);
  }
});

test('the legend of a comparison has two entries, also after both were the same', async ({
  page,
  funnel,
}) => {
  for (const source of ['google', 'newsletter']) {
    const { report } = await simulateVisit(funnel, `/?utm_source=${source}`);
    await report({ name: 'PageView', path: '/' });
  }
  await openConsole(page, funnel);
  await openView(page, 'Reports', mouse);
  await page.getByLabel('Compare', { exact: true }).selectOption('source');
  for (const [field, source, legend] of [
    ['First', 'google', [/google/, /./]],
    ['Second', 'newsletter', [/google/, /newsletter/]],
    ['Second', 'google', [/google/, /google/]],
    ['First', 'newsletter', [/newsletter/, /google/]],
  ] as const) {
    await page.getByLabel(field, { exact: true }).selectOption(source);
    await waitForIdle(page);
    await expect(page.getByRole('listitem').filter({ hasText: 'CSV' })).toHaveText([...legend]);
  }
});

test('a date can be typed digit by digit', async ({ page, funnel }) => {
  await openConsole(page, funnel);
  await openView(page, 'Reports', mouse);
  const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
  await expect(to).not.toHaveValue('');
  const day = new Date(Date.parse(await to.inputValue()) - 300 * 86_400_000).toISOString().slice(0, 10);
  const [year = '', month = '', date = ''] = day.split('-');
  await from.focus();
  for (const key of month + date + year) {
    await page.keyboard.press(key);
    await waitForIdle(page);
  }
  await expect(from).toHaveValue(day);
  await expect(page).toHaveURL(new RegExp(`from=${day}&to=`));
  await page.keyboard.press('Tab');
  await expect(from).toHaveValue(day);
});
