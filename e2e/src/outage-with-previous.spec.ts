import { relabelBuild, release } from './support/builds.ts';
import { faults, patience } from './support/faults.ts';
import { expect, test } from './support/funnel.ts';
import { finishShortJourney } from './support/short-journey.ts';

test.use({ productName: 'two versions of every remote' });

const newer = '9.0.0';
const remotes = ['mfe-quiz', 'mfe-pricing', 'mfe-checkout', 'mfe-legal'] as const;

test.beforeAll(async ({ funnel }) => {
  test.setTimeout(120_000);
  for (const remote of remotes)
    await release(funnel, 'publish', remote, '--dir', relabelBuild(remote, newer));
  await release(funnel, 'promote', ...remotes.map((remote) => `${remote}@${newer}`));
});

for (const [at, { name, plant }] of faults.entries()) {
  test(`${name} in the newest version of every remote: a journey finishes on the versions before`, async ({
    page,
  }) => {
    test.slow();
    const ran = new Set<string>();
    page.on('requestfinished', (request) => {
      const [, remote, version] = /\/remotes\/([\w-]+)\/([^/]+)\/remote\.\w+\.js$/.exec(request.url()) ?? [];
      if (remote && version !== newer) ran.add(remote);
    });
    await plant(page, new RegExp(`/${newer}/`));
    await finishShortJourney(page, `outage-${at}@example.com`, patience);
    expect([...ran].toSorted()).toEqual([...remotes].toSorted());
  });
}
