import type { ReleaseAnalytics } from '@funnel/contracts/release-management';
import { stagePaths } from '@funnel/contracts/stage-paths';

import type { OperatorHandlers } from '../operators/operator-router.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import { readMembers, type ReadBuild } from '../registry/build-repository.ts';
import { findSet, readChannel } from '../sets/release-repository.ts';
import { readSetAnalytics } from './set-analytics.ts';
import { readVersionAnalytics } from './version-analytics.ts';

/** Versions are compared over this time. */
const versionsMs = 30 * 24 * 3600 * 1000;

/** Paths of a set in the order in which visitors come to them. */
async function screensOf({ database: { db } }: ReleaseContext, readBuild: ReadBuild, setId: string) {
  const { remotes } = await readMembers(readBuild, (await findSet(db, setId))?.members ?? {});
  const stages = Object.values(stagePaths).map((stage) => remotes.find(({ paths }) => paths.includes(stage)));
  return [...new Set(stages)].flatMap((remote) => remote?.screens ?? []);
}

/** The live set, beside the canary since it began where there is one. */
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

/** How much longer an answer is kept than it took to find: looking takes a twentieth of the database's time at most. */
const restFactor = 20;

/** Reads again only after a rest, however many ask. */
function cachedByCost<HttpResponse>(read: () => Promise<HttpResponse>): () => Promise<HttpResponse> {
  let answer: Promise<HttpResponse> | null = null;
  const forget = () => void (answer = null);
  return () => {
    if (answer) return answer;
    const beganAt = performance.now();
    answer = read();
    answer.then(() => setTimeout(forget, restFactor * (performance.now() - beganAt)).unref(), forget);
    return answer;
  };
}

/** What came of releases: sets beside each other, and versions. */
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
