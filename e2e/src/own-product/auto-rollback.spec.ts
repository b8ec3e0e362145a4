import type { Page } from '@playwright/test';

import { buildEdited, release } from '../support/builds.ts';
import { collectEvents } from '../support/events.ts';
import { expect, test, type Funnel } from '../support/funnel.ts';
import { heading } from '../support/journey.ts';
import { simulateVisit, type SimulatedVisit } from '../support/visits.ts';

test.use({
  productName: 'a funnel with a failing canary',
  // Failures from a single network cause no rollback, so every visit sends its own IP.
  serviceEnv: { TRUST_PROXY: '1' },
});

const bad = { remote: 'mfe-quiz', version: '901.5.0' } as const;
const throwing = [
  {
    file: 'src/quiz.remote.tsx',
    from: 'export const remote',
    to: `const isUnlucky = typeof document === 'object' && Math.random() < 0.2;
function UnluckyStage(props: StageProps) {
  if (isUnlucky) throw new RangeError('unlucky@example.com');
  return <QuizStage {...props} />;
}

export const remote`,
  },
  { file: 'src/quiz.remote.tsx', from: 'Stage: QuizStage', to: 'Stage: UnluckyStage' },
  {
    file: 'src/quiz.remote.tsx',
    from: 'import type { ReactRemote, WidgetProps }',
    to: 'import type { ReactRemote, StageProps, WidgetProps }',
  },
];
/** This many visitors per set suffice for a rollback if the stable set fails for at most 1 %. */
const enough = 300;

const start = (page: Page) => heading(page, '28-Day Trading Challenge');
const setIdOf = (page: Page) =>
  page.evaluate((): unknown => JSON.parse(document.getElementById('release-set')?.textContent ?? '').id);
interface Status {
  readonly set: { readonly id: string };
  readonly canary: { readonly set: { readonly id: string } } | null;
}
const readStatus = async (funnel: Funnel): Promise<Status> =>
  Object(await funnel.send('/api/releases/status'));

/** Simulates visits until each set has `count`. Each list is in order of arrival. */
async function gather(funnel: Funnel, canaryId: string, count: number) {
  const visits = { canary: new Array<SimulatedVisit>(), stable: new Array<SimulatedVisit>() };
  while (Math.min(visits.canary.length, visits.stable.length) < count) {
    const come = await Promise.all(Array.from({ length: 20 }, () => simulateVisit(funnel)));
    for (const visit of come) visits[visit.set.id === canaryId ? 'canary' : 'stable'].push(visit);
  }
  return visits;
}

test('the service rolls back a canary that throws for every fifth visitor and moves its visitors to the stable set', async ({
  page,
  context,
  funnel,
}) => {
  const dir = await buildEdited(bad.remote, bad.version, throwing);
  await release(funnel, 'publish', bad.remote, '--dir', dir);
  await release(funnel, 'promote', `${bad.remote}@${bad.version}`, '--canary', '50');
  const { set: stable, canary } = await readStatus(funnel);
  const canaryId = canary?.set.id ?? '';
  const visits = await gather(funnel, canaryId, enough);

  // One of them is a real browser in which the remote throws.
  const [unlucky] = visits.canary.splice(0, 1);
  await context.addCookies((unlucky?.cookies ?? []).map((cookie) => ({ ...cookie, url: funnel.url })));
  await page.addInitScript(() => (Math.random = () => 0.1));
  const events = collectEvents(page);
  await page.goto('/');
  await expect(start(page)).toBeVisible();
  expect(await setIdOf(page)).toBe(canaryId);
  const failures = () => events.filter(({ name }) => name === 'ResourceFailed');
  await expect.poll(failures).toHaveLength(1);
  expect(failures()).toMatchObject([{ ...bad, setId: canaryId, path: '/' }]);
  expect(String(failures()[0]?.['detail'])).toMatch(
    /^RangeError \/remotes\/mfe-quiz\/901\.5\.0\/\S+\.js:\d+:\d+( < \/assets\/\S+\.js:\d+:\d+){1,4}$/,
  );
  expect(JSON.stringify(events)).not.toContain('example.com');

  for (const visit of visits.stable) await visit.report({ name: 'PageView' });
  const canaryVisits = visits.canary.slice(0, enough - 1);
  for (const [at, visit] of canaryVisits.entries()) {
    const failed = at % 5 === 0 ? [{ name: 'ResourceFailed', ...bad }] : [];
    await visit.report({ name: 'PageView' }, ...failed);
  }

  await expect.poll(async () => (await readStatus(funnel)).canary, { timeout: 15_000 }).toBeNull();
  expect((await readStatus(funnel)).set?.id).toBe(stable?.id);
  const { deployments }: { deployments: unknown[] } = Object(await funnel.send('/api/releases/audit'));
  expect(deployments[0]).toMatchObject({
    actor: 'self-healing',
    action: 'heal',
    from: canaryId,
    to: stable?.id,
    note: expect.stringMatching(
      /^The canary failed for \d+ of \d+ visitors \(.*\), the stable set for 0 of \d+ visitors/,
    ),
  });

  // For half a second, a replica may still serve the sets that it has read.
  const setAfterReload = async () => {
    await page.reload();
    return setIdOf(page);
  };
  await expect.poll(setAfterReload, { timeout: 5_000 }).toBe(stable?.id);
  await page.getByRole('button', { name: 'YES' }).click();
  await expect(heading(page, 'How old are you?')).toBeVisible();
  expect(failures()).toHaveLength(1);
});
