import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { inRoot, remoteNames, type AppName } from '@funnel/build/repository';

import { relabelBuild, release } from '../support/builds.ts';
import { expect, test } from '../support/funnel.ts';
import { hasPublished, memberIn, unpackPublished } from '../support/last-published.ts';
import { openPaths } from '../support/remote-paths.ts';
import { finishShortJourney } from '../support/short-journey.ts';

test.use({ productName: 'old and new builds together' });

const published = remoteNames.filter(hasPublished);
const currentBuild = (app: AppName) => inRoot(app, 'dist');
/** Every other remote, the first one included, is the last published one. */
const everyOther = (app: (typeof published)[number]) =>
  published.indexOf(app) % 2 === 0 ? unpackPublished(app) : currentBuild(app);

function readPaths(folder: string): { name: string; paths: string[] } {
  return JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8'));
}

for (const { name, buildOfShell, buildOf } of [
  {
    name: 'the new remotes in the last published shell',
    buildOfShell: unpackPublished,
    buildOf: currentBuild,
  },
  {
    name: 'the last published remotes in the new shell',
    buildOfShell: currentBuild,
    buildOf: unpackPublished,
  },
  { name: 'last published and new remotes together', buildOfShell: currentBuild, buildOf: everyOther },
]) {
  test(`${name} take a visitor to the end`, async ({ page, funnel, console }) => {
    const shell = buildOfShell('shell');
    const remotes = published.map(buildOf);
    const members = [shell, ...remotes].map(memberIn);
    for (const dir of [shell, ...remotes])
      await release(funnel, 'publish', memberIn(dir).replace(/@.*/, ''), '--dir', dir);
    // An earlier version may lack a widget, which the gates would not let go.
    const override = ['--force', '--reason', 'an earlier version has fewer widgets'];
    const live = await release(funnel, 'promote', ...members, '--move-visitors', ...override);
    for (const member of members) expect(live.replaceAll(/ +/g, '@')).toContain(member);

    const loaded = new Set<string>();
    page.on('request', (request) => {
      const [, version] = /\/assets\/([^/]+)\/shell/.exec(request.url()) ?? [];
      const [, remote, of] = /\/remotes\/([^/]+)\/([^/]+)\//.exec(request.url()) ?? [];
      if (version ?? of) loaded.add(`${remote ?? 'shell'}@${version ?? of}`);
    });
    await finishShortJourney(page, 'both@example.com', { timeout: 10_000 });
    // The journey does not lead to every remote: some have a URL of their own only.
    const others = remotes.filter((folder) => !loaded.has(memberIn(folder)));
    await openPaths(page, others.map(readPaths));
    expect([...loaded].toSorted()).toEqual(members.toSorted());
    expect(console).toEqual([]);
  });
}

test('a remote that was built for another contract is rejected', async ({ funnel }) => {
  const dir = relabelBuild('mfe-quiz', '908.0.0', { manifest: { contract: 2 } });
  await release(funnel, 'publish', 'mfe-quiz', '--dir', dir);
  await expect(release(funnel, 'promote', 'mfe-quiz@908.0.0')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/mfe-quiz@908\.0\.0.*contract 2/),
  });
});
