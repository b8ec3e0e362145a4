import type { ReleaseAnalytics } from '@funnel/contracts/release-management';
import { stagePaths } from '@funnel/contracts/stage-paths';

import type { OperatorHandlers } from '../operators/operator-router.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import { readMembers, type ReadBuild } from '../registry/build-repository.ts';
import { findSet, readChannel } from '../sets/release-repository.ts';
import { readSetAnalytics } from './set-analytics.ts';
import { readVersionAnalytics } from './version-analytics.ts';

/** The period over which versions are compared. */
const versionsMs = 30 * 24 * 3600 * 1000;

/** The paths of a set in the order of the funnel. */
async function screensOf({ database: { db } }: ReleaseContext, readBuild: ReadBuild, setId: string) {
  const { remotes } = await readMembers(readBuild, (await findSet(db, setId))?.members ?? {});
  const stages = Object.values(stagePaths).map((stage) => remotes.find(({ paths }) => paths.includes(stage)));
  return [...new Set(stages)].flatMap((remote) => remote?.screens ?? []);
}

/** The analytics of the live set, and of the canary since its start if one is running. */
async function readReleaseAnalytics(
  context: ReleaseContext,
  readBuild: ReadBuild,
): Promise<ReleaseAnalytics> {
  const { db } = context.database;
  const channel = await readChannel(db);
  if (!channel) return { since: 0, stable: null, canary: null };
  const since = channel.canary_started_at ?? channel.moved_at;
  const analyticsOf = async (setId: string) =>
    readSetAnalytics(db, { setId, since }, await screensOf(context, readBuild, setId));
  return {
    since,
    stable: await analyticsOf(channel.set_id),
    canary: channel.canary_set ? await analyticsOf(channel.canary_set) : null,
  };
}

/**
 * How long a result is cached, relative to the time of its query. Queries then take at most a twentieth of the
 * database's time.
 */
const cacheFactor = 20;

/** Caches a result in proportion to its cost, regardless of the number of callers. */
function cachedByCost<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | null = null;
  const clear = () => void (result = null);
  return () => {
    if (result) return result;
    const startedAt = performance.now();
    result = read();
    result.then(() => setTimeout(clear, cacheFactor * (performance.now() - startedAt)).unref(), clear);
    return result;
  };
}

/** Analytics of release sets and versions. */
export function analyticsRoutes(
  context: ReleaseContext,
  readBuild: ReadBuild,
): OperatorHandlers<'readReleaseAnalytics' | 'readVersionAnalytics'> {
  const { clock, database } = context;
  const sets = cachedByCost(() => readReleaseAnalytics(context, readBuild));
  const versions = cachedByCost(() => readVersionAnalytics(database.db, clock() - versionsMs));
  return {
    readReleaseAnalytics: async (ctx) => void (ctx.body = await sets()),
    readVersionAnalytics: async (ctx) => void (ctx.body = await versions()),
  };
}
