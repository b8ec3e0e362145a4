import { stagePaths } from '@funnel/contracts/stage-paths';

import type { ReleaseContext } from '../platform/release-context.ts';
import { readMembers, type ReadBuild } from '../registry/build-repository.ts';
import { findSet, readChannel } from '../sets/release-repository.ts';

/** The paths of a set in the order of the funnel. */
export async function screensOf({ database: { db } }: ReleaseContext, readBuild: ReadBuild, setId: string) {
  const { remotes } = await readMembers(readBuild, (await findSet(db, setId))?.members ?? {});
  const stages = Object.values(stagePaths).map((stage) => remotes.find(({ paths }) => paths.includes(stage)));
  return [...new Set(stages)].flatMap((remote) => remote?.screens ?? []);
}

/** The titles of the screens of a set that its builds contain, by path. */
export async function titlesOf({ database: { db } }: ReleaseContext, readBuild: ReadBuild, setId: string) {
  const { remotes } = await readMembers(readBuild, (await findSet(db, setId))?.members ?? {});
  const prerendered = remotes.flatMap(({ firstScreens }) => firstScreens);
  return Object.fromEntries([
    ...remotes.flatMap(({ titles = {} }) => Object.entries(titles)),
    ...prerendered.map(({ path, title }) => [path, title]),
  ]);
}

/** The screens of the stable set in the order of the funnel, with their titles. None before the first promotion. */
export async function readLiveScreens(
  context: ReleaseContext,
  readBuild: ReadBuild,
): Promise<{ readonly path: string; readonly title: string | null }[]> {
  const channel = await readChannel(context.database.db);
  if (!channel) return [];
  const titles = await titlesOf(context, readBuild, channel.set_id);
  const paths = await screensOf(context, readBuild, channel.set_id);
  return paths.map((path) => ({ path, title: titles[path] ?? null }));
}
