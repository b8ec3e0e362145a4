import type { AppReport } from '@funnel/contracts/release-management';
import { dayMs } from '@funnel/service-kit/durations';
import * as z from 'zod';

import type { Queries } from '../platform/database.ts';

/** Errors of the last week are shown. */
export const errorWindowMs = 7 * dayMs;

/** The newest reports of an app that are grouped. Browsers may report any number of them. */
const maxReports = 2000;
/** How many different errors are listed, and how many paths of each. */
const maxErrors = 50;
const maxPaths = 10;

const reportSchema = z.object({ detail: z.string().default('') });

type AppError = AppReport['errors'][number];

/**
 * The errors that browsers have reported about an app since a time in milliseconds. A report counts only for a version
 * that is in the visitor's set, so that nobody can make up a version.
 */
export async function readAppErrors(db: Queries, name: string, since: number): Promise<AppError[]> {
  const rows = await db
    .selectFrom('events as event')
    .innerJoin('release_set_members as member', (join) =>
      join
        .onRef('member.set_id', '=', 'event.set_id')
        .onRef('member.name', '=', 'event.remote')
        .onRef('member.version', '=', 'event.version'),
    )
    .select([
      'event.name',
      'event.visit_id as visitId',
      'event.payload',
      'event.path',
      'event.received_at as at',
      'member.version',
    ])
    .where('event.name', 'in', ['ResourceFailed', 'ScriptFailed'])
    .where('event.received_at', '>=', since)
    .where('member.name', '=', name)
    .orderBy('event.received_at', 'desc')
    .limit(maxReports)
    .execute();
  const reports = rows.map(({ name: event, payload, ...row }) => ({
    ...row,
    kind: event === 'ScriptFailed' ? ('script' as const) : ('load-or-render' as const),
    detail: reportSchema.parse(JSON.parse(payload)).detail,
  }));
  const groups = new Map<string, (typeof reports)[number][]>();
  for (const report of reports) {
    // One fault may be reached from several places.
    const [origin] = report.detail.split(' < /');
    const key = JSON.stringify([report.version, report.kind, origin]);
    const group = groups.get(key);
    if (group) group.push(report);
    else groups.set(key, [report]);
  }
  // The groups are in the order of their newest report, which the sort keeps among errors with as many visitors.
  return [...groups.values()]
    .flatMap((group) => {
      const [newest] = group;
      if (!newest) return [];
      const { version, kind, detail, at: lastAt } = newest;
      const paths = [...new Set(group.map(({ path }) => path ?? ''))].toSorted().slice(0, maxPaths);
      const visitors = new Set(group.map(({ visitId }) => visitId)).size;
      return [{ version, kind, detail, paths, visitors, lastAt }];
    })
    .toSorted((a, b) => b.visitors - a.visitors)
    .slice(0, maxErrors);
}
