import { contractVersions } from '@funnel/contracts/contract-versions';
import type { ReleaseAnalytics } from '@funnel/contracts/release-analytics';
import type { AppReport } from '@funnel/contracts/release-management';
import { cachedByCost } from '@funnel/service-kit/cached-by-cost';
import { dayMs } from '@funnel/service-kit/durations';

import type { OperatorHandlers } from '../operators/operator-router.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import type { ReadBuild, SummarizeBuild } from '../registry/build-repository.ts';
import { listStableDeployments, readChannel, readSharePeriods } from '../sets/release-repository.ts';
import { readAppReport } from './app-report.ts';
import { compareSets } from './running-comparison.ts';
import { readScreens } from './screens.ts';
import { readSetAnalytics } from './set-analytics.ts';
import { readVersionAnalytics } from './version-analytics.ts';

/** The period over which versions are compared. */
const versionsMs = 30 * dayMs;

/** The analytics of the live set since it is live, or of both sets since the canary started if one is running. */
async function readReleaseAnalytics(
  context: ReleaseContext,
  readBuild: ReadBuild,
): Promise<ReleaseAnalytics> {
  const { db } = context.database;
  const asOf = context.clock();
  const channel = await readChannel(db);
  if (!channel) return { since: 0, asOf, stable: null, canary: null, comparison: null, titles: {} };
  // The end of a canary moves the channel, too, but the visitors of the stable set before it still count.
  const [newest] = await listStableDeployments(db, 1);
  const since = channel.canary_started_at ?? newest?.at ?? channel.moved_at;
  const analyze = async (setId: string) => {
    const { paths, titles } = await readScreens(context, readBuild, setId);
    return { analytics: await readSetAnalytics(db, { setId, since }, paths), titles };
  };
  const { analytics: stable, titles } = await analyze(channel.set_id);
  if (!channel.canary_set) return { since, asOf, stable, canary: null, comparison: null, titles };
  const { analytics: canary, titles: canaryTitles } = await analyze(channel.canary_set);
  const comparison = await compareSets(db, channel, await readSharePeriods(db, channel), stable, canary);
  return { since, asOf, stable, canary, comparison, titles: { ...canaryTitles, ...titles } };
}

/** Analytics of release sets and versions. */
export function analyticsRoutes(
  context: ReleaseContext,
  readBuild: ReadBuild,
  summarizeBuild: SummarizeBuild,
): OperatorHandlers<'readReleaseAnalytics' | 'readVersionAnalytics' | 'readApp'> {
  const { clock, database } = context;
  const sets = cachedByCost(() => readReleaseAnalytics(context, readBuild));
  const versions = cachedByCost(() => readVersionAnalytics(database.db, clock() - versionsMs));
  const apps = new Map<string, () => Promise<AppReport>>();
  return {
    async readReleaseAnalytics(ctx) {
      // Each deployment has its own time. After one, what was read before is about other sets, or about an earlier canary.
      const channel = await readChannel(database.db);
      ctx.body = await sets(channel?.moved_at);
    },
    readVersionAnalytics: async (ctx) => void (ctx.body = await versions()),
    async readApp(ctx) {
      const name = ctx.params['name'] ?? '';
      const read =
        apps.get(name) ?? cachedByCost(() => readAppReport(context, summarizeBuild, name, contractVersions));
      ctx.body = await read();
      // Only a published name is kept.
      apps.set(name, read);
    },
  };
}
