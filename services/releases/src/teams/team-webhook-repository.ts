import { unattempted } from '@funnel/service-kit/jobs/outbox-queue';
import type { TeamWebhookEvent } from '@funnel/contracts/team-webhooks';
import type { DeriveKey } from '@funnel/service-kit/secret-keys';

import type { Queries } from '../platform/database.ts';
import type { Schema } from '../platform/schema.ts';

export type TeamWebhookRow = Schema['team_webhooks'];

/** The name of the destination of an app's team. */
export const teamDestinationOf = (name: string): string => `team-webhook:${name}`;

/** The secret of a registration, in the format of Standard Webhooks. It is derived, so that no copy of the database has it. */
export const teamSecretOf = (keys: DeriveKey, { id }: Pick<TeamWebhookRow, 'id'>): string =>
  `whsec_${keys(`team-webhook ${id}`)}`;

export const findTeamWebhook = (db: Queries, name: string): Promise<TeamWebhookRow | undefined> =>
  db.selectFrom('team_webhooks').selectAll().where('name', '=', name).executeTakeFirst();

export const listTeamWebhooks = (db: Queries): Promise<TeamWebhookRow[]> =>
  db.selectFrom('team_webhooks').selectAll().orderBy('name').execute();

/** Replaces the registration of the app. */
export const storeTeamWebhook = (db: Queries, { name, ...row }: TeamWebhookRow) =>
  db
    .insertInto('team_webhooks')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();

/** Removes the registration with what was not delivered, and with the state of its destination. */
export const deleteTeamWebhook = (db: Queries, name: string): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('team_webhooks').where('name', '=', name).execute();
    const destination = teamDestinationOf(name);
    await transaction
      .deleteFrom('outbox')
      .where('state', '<>', 'delivered')
      .where('destination', '=', destination)
      .execute();
    for (const table of ['breakers', 'stopped_destinations'] as const)
      await transaction.deleteFrom(table).where('destination', '=', destination).execute();
  });

/** What happened to one app, and what is the same for every repetition of its cause. */
export interface TeamNotice {
  readonly cause: string;
  readonly type: TeamWebhookEvent['type'];
  readonly data: TeamWebhookEvent['data'];
}

/**
 * Stores a delivery for each app whose team has a webhook, in the caller's transaction, so that it exists if and only if
 * its cause does. A second one of the same cause is ignored.
 */
export async function notifyTeams(db: Queries, notices: readonly TeamNotice[], nowMs: number): Promise<void> {
  if (notices.length === 0) return;
  const registered = await db
    .selectFrom('team_webhooks')
    .select('name')
    .where(
      'name',
      'in',
      notices.map(({ data }) => data.name),
    )
    .execute();
  const names = new Set(registered.map(({ name }) => name));
  const deliveries = notices
    .filter(({ data }) => names.has(data.name))
    .map(({ cause, type, data }) => ({
      ...unattempted(nowMs),
      id: `${type.replace('.', '_')}_${cause}_${data.name}`,
      destination: teamDestinationOf(data.name),
      kind: 'release',
      payload: JSON.stringify({
        type,
        timestamp: new Date(nowMs).toISOString(),
        data,
      } satisfies TeamWebhookEvent),
      fair_rank: 0,
    }));
  if (deliveries.length === 0) return;
  await db
    .insertInto('outbox')
    .values(deliveries)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
