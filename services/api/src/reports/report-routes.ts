import { Readable } from 'node:stream';

import type { OperatorHandlers } from '@funnel/releases/operators/operator-router';
import { readQuery } from '@funnel/service-kit/http/parse-input';
import * as z from 'zod';

import { allLeads } from '../leads/lead-repository.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { Db } from '../platform/database.ts';
import { csvLine } from './csv.ts';
import { readRepeatedSubscriptions } from './repeated-subscriptions.ts';
import { readTotals } from './totals.ts';

const columns = [
  'received_at',
  'email',
  'step',
  'special_goal',
  'answers_summary',
  'timestamp',
  'id',
  'visit_id',
  'set_id',
] as const;

/** Rejects every parameter: a program would take all rows for those that it asked for. */
const noParametersSchema = z.strictObject({});

async function* leadsCsv(db: Db): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const lead of allLeads(db)) {
    const row = { ...lead, received_at: new Date(lead.received_at).toISOString() };
    yield csvLine(columns.map((column) => row[column] ?? ''));
  }
}

/** Totals and exports for operators. */
export function reportRoutes(
  context: AppContext,
): OperatorHandlers<'readTotals' | 'listRepeatedSubscriptions' | 'exportLeads'> {
  const { db } = context.database;
  return {
    async readTotals(ctx) {
      readQuery(ctx, noParametersSchema);
      ctx.body = await readTotals(db);
    },
    async listRepeatedSubscriptions(ctx) {
      readQuery(ctx, noParametersSchema);
      ctx.body = await readRepeatedSubscriptions(db);
    },
    exportLeads(ctx, operator) {
      readQuery(ctx, noParametersSchema);
      context.log.info({ operator: operator.name }, 'leads exported');
      ctx.attachment('leads.csv');
      ctx.type = 'text/csv; charset=utf-8';
      ctx.body = Readable.from(leadsCsv(db));
    },
  };
}
