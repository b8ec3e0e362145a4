import { inRoot, remoteNames } from '@funnel/build/repository';

import { relabelBuild, release } from './support/builds.ts';
import { expect, test } from './support/funnel.ts';
import { memberIn, unpackPublished } from './support/last-published.ts';
import { finishShortJourney } from './support/short-journey.ts';

test.use({ productName: 'old and new builds together' });

const old = { shell: unpackPublished('shell'), remotes: remoteNames.map(unpackPublished) };
const now = { shell: inRoot('shell', 'dist'), remotes: remoteNames.map((name) => inRoot(name, 'dist')) };

for (const [name, shell, remotes] of [
  ['the new remotes in the last published shell', old.shell, now.remotes],
  ['the last published remotes in the new shell', now.shell, old.remotes],
] as const) {
  test(`${name} bring a visitor to the end`, async ({ page, funnel, console }) => {
    test.slow();
    const members = [shell, ...remotes].map(memberIn);
    for (const dir of [shell, ...remotes])
      await release(funnel, 'publish', memberIn(dir).replace(/@.*/, ''), '--dir', dir);
    const live = await release(funnel, 'promote', ...members, '--move-visitors');
    for (const member of members) expect(live.replaceAll(/ +/g, '@')).toContain(member);

    const loaded = new Set<string>();
    page.on('request', (request) => {
      const [, version] = /\/assets\/([^/]+)\/shell/.exec(request.url()) ?? [];
      const [, remote, of] = /\/remotes\/([^/]+)\/([^/]+)\//.exec(request.url()) ?? [];
      if (version ?? of) loaded.add(`${remote ?? 'shell'}@${version ?? of}`);
    });
    await finishShortJourney(page, 'both@example.com', { timeout: 10_000 });
    expect([...loaded].toSorted()).toEqual(members.toSorted());
    expect(console).toEqual([]);
  });
}

test('a remote that was built for another contract is not let in', async ({ funnel }) => {
  const dir = relabelBuild('mfe-quiz', '8.0.0', { contract: 2 });
  await release(funnel, 'publish', 'mfe-quiz', '--dir', dir);
  await expect(release(funnel, 'promote', 'mfe-quiz@8.0.0')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/mfe-quiz@8\.0\.0.*contract 2/),
  });
});
