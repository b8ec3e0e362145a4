import { stagePaths } from '@funnel/contracts/stage-paths';

import type { ReleaseContext } from '../platform/release-context.ts';
import { readMembers, type ReadBuild } from '../registry/build-repository.ts';
import { findSet, readChannel } from '../sets/release-repository.ts';

/** The paths of a set in the order of the funnel, and the titles of its screens that its builds contain, by path. */
export async function readScreens({ database: { db } }: ReleaseContext, readBuild: ReadBuild, setId: string) {
  const { remotes } = await readMembers(readBuild, (await findSet(db, setId))?.members ?? {});
  const stages = Object.values(stagePaths).map((stage) => remotes.find(({ paths }) => paths.includes(stage)));
  const prerendered = remotes.flatMap(({ firstScreens }) => firstScreens);
  const titles: Readonly<Record<string, string>> = Object.fromEntries([
    ...remotes.flatMap((remote) => Object.entries(remote.titles ?? {})),
    ...prerendered.map(({ path, title }) => [path, title]),
  ]);
  return { paths: [...new Set(stages)].flatMap((remote) => remote?.screens ?? []), titles };
}

/** The screens of the stable set in the order of the funnel, with their titles. None before the first promotion. */
export async function readLiveScreens(
  context: ReleaseContext,
  readBuild: ReadBuild,
): Promise<{ readonly path: string; readonly title: string | null }[]> {
  const channel = await readChannel(context.database.db);
  if (!channel) return [];
  const { paths, titles } = await readScreens(context, readBuild, channel.set_id);
  return paths.map((path) => ({ path, title: titles[path] ?? null }));
}
