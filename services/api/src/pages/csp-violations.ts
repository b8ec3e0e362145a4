import { cspReportSchema, type CspReport } from '@funnel/contracts/csp-violations';
import type { OperatorHandlers } from '@funnel/releases/operators/operator-router';
import { dayMs } from '@funnel/service-kit/durations';
import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';
import { readJson } from '@funnel/service-kit/http/json-body';
import { sql } from 'kysely';

import type { AppContext } from '../platform/app-context.ts';
import type { Db } from '../platform/database.ts';

const keptMs = 30 * dayMs;
/** Anybody can send reports, so the number of different rows is limited. */
const maxRowsPerDirective = 50;
const other = 'other';

/** The directives of the pages' policies, as browsers report them. */
const directives = new Set(
  'default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr img-src font-src connect-src frame-src form-action base-uri frame-ancestors manifest-src media-src object-src worker-src'.split(
    ' ',
  ),
);

/** The origin, because a path may contain personal data, or a keyword such as `inline`. */
function blockedOf(uri: string): string {
  const { origin = 'null', protocol = '' } = URL.canParse(uri) ? new URL(uri) : {};
  const blocked = origin === 'null' ? protocol.slice(0, -1) || uri : origin;
  return /^([a-z-]{1,30}|https?:\/\/[a-z0-9.:-]{1,100}|wss?:\/\/[a-z0-9.:-]{1,100})$/.test(blocked)
    ? blocked
    : other;
}

async function countViolation(db: Db, { 'csp-report': report }: CspReport, nowMs: number): Promise<void> {
  const named = report['effective-directive'] ?? report['violated-directive']?.split(' ')[0] ?? other;
  const directive = directives.has(named) ? named : other;
  const blocked = blockedOf(report['blocked-uri'] ?? other);
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('csp_violations')
      .where('last_at', '<', nowMs - keptMs)
      .execute();
    await trx
      .insertInto('csp_violations')
      .values({ directive, blocked, count: 1, last_at: nowMs })
      .onConflict((conflict) =>
        conflict
          .columns(['directive', 'blocked'])
          .doUpdateSet({ count: sql<number>`csp_violations.count + 1`, last_at: nowMs }),
      )
      .execute();
    // The rarest go first, so that made-up reports do not displace one that many browsers send. The reported one stays, because
    // otherwise one that is new could never become frequent.
    await trx
      .deleteFrom('csp_violations')
      .where('directive', '=', directive)
      .where('blocked', 'in', (from) =>
        from
          .selectFrom('csp_violations')
          .select('blocked')
          .where('directive', '=', directive)
          .where('blocked', '<>', blocked)
          .orderBy('count', 'desc')
          .orderBy('last_at', 'desc')
          .orderBy('blocked')
          .limit(maxRowsPerDirective)
          .offset(maxRowsPerDirective - 1),
      )
      .execute();
  });
}

/** Counts what the content security policy of a page has blocked. Browsers send a report for each violation. */
export const cspReportRoutes = ({ database, clock }: AppContext): PublicHandlers<'reportCspViolation'> => ({
  async reportCspViolation(ctx) {
    const report = await readJson(ctx, cspReportSchema, 'application/csp-report');
    await countViolation(database.db, report, clock());
    ctx.status = 204;
  },
});

/** The counts of the last 30 days, for operators. */
export const cspViolationRoutes = ({
  database,
  clock,
}: AppContext): OperatorHandlers<'readCspViolations'> => ({
  async readCspViolations(ctx) {
    const rows = await database.db
      .selectFrom('csp_violations')
      .selectAll()
      .where('last_at', '>=', clock() - keptMs)
      .orderBy('count', 'desc')
      .orderBy('directive')
      .orderBy('blocked')
      .execute();
    ctx.body = { violations: rows.map(({ last_at: lastAt, ...row }) => ({ ...row, lastAt })) };
  },
});
