import { createHash, randomUUID } from 'node:crypto';

import { canaryPlanSchema, type CanaryPlan } from '@funnel/contracts/canary-stages';
import { canaryReportSchema, type CanaryReport } from '@funnel/contracts/release-analytics';
import {
  stableSetActions,
  storedSetSchema,
  type ReleaseAudit,
  type ReleaseStatus,
  type ReleaseSetRecord,
} from '@funnel/contracts/release-management';
import { sql, type Selectable } from 'kysely';
import * as z from 'zod';

import type { Queries } from '../platform/database.ts';
import type { Schema } from '../platform/schema.ts';
import { promotionRefused } from './promotion-refused.ts';

const channel = 'production';

export type ChannelRow = Selectable<Schema['channels']>;
/** One change of the channel. `from` is null for the first one. */
export type Deployment = ReleaseAudit['deployments'][number];
/** Versions by name, of the shell and every remote. */
export type Members = Readonly<ReleaseSetRecord['members']>;

const membersSchema = z.record(z.string(), z.string());

export const readChannel = (db: Queries): Promise<ChannelRow | undefined> =>
  db.selectFrom('channels').selectAll().where('name', '=', channel).executeTakeFirst();

/** The stages of the running canary, or null if it has none. */
export const readPlan = (row: ChannelRow | undefined): CanaryPlan | null =>
  row?.canary_plan ? canaryPlanSchema.parse(JSON.parse(row.canary_plan)) : null;

/**
 * Updates the channel. Returns false and writes nothing if it has changed since `expected` was read. Every change has a
 * later time.
 */
export async function compareAndSetChannel(
  db: Queries,
  expected: ChannelRow | undefined,
  next: Omit<ChannelRow, 'name' | 'deprecation_changes'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('channels')
    .values({ name: channel, ...next })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(next)
        .where('channels.moved_at', '=', expected?.moved_at ?? -1),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Makes every replica compose its sets again, because deprecations decide which fallback versions they have. */
export const countDeprecationChange = (db: Queries) =>
  db
    .updateTable('channels')
    .set(({ eb }) => ({ deprecation_changes: eb('deprecation_changes', '+', 1) }))
    .where('name', '=', channel)
    .execute();

export const insertDeployment = (db: Queries, { from, to, ...move }: Omit<Deployment, 'report'>) =>
  db
    .insertInto('release_audit')
    .values({ id: randomUUID(), channel, ...move, from_set: from, to_set: to })
    .execute();

/** Stores the report of the canary that the deployment at this time ended. */
export const storeCanaryReport = (db: Queries, at: number, report: CanaryReport) =>
  db
    .updateTable('release_audit')
    .set({ report: JSON.stringify(report) })
    .where('channel', '=', channel)
    .where('at', '=', at)
    .execute();

/**
 * The times at which a period of the running canary with one share began, in order. The first is the canary's start. A visitor
 * belongs to the period of the first event. After the clock was set back a later period begins late, and its visitors belong to the
 * one before.
 */
export async function readSharePeriods(db: Queries, row: ChannelRow): Promise<[number, ...number[]]> {
  const startedAt = row.canary_started_at ?? row.moved_at;
  const deployments = await db
    .selectFrom('release_audit')
    .select(['at', 'percent'])
    .where('channel', '=', channel)
    .where('to_set', '=', row.canary_set)
    .where('at', '>=', startedAt)
    .where('percent', 'is not', null)
    .orderBy('at')
    .execute();
  const changes = deployments.filter(({ percent }, index) => {
    const before = deployments[index - 1];
    return before !== undefined && before.percent !== percent;
  });
  return [startedAt, ...changes.map(({ at }) => at)];
}

/** Returns the newest first. */
export async function listDeployments(db: Queries, limit: number): Promise<Deployment[]> {
  const rows = await db
    .selectFrom('release_audit')
    .select(['at', 'actor', 'action', 'from_set as from', 'to_set as to', 'percent', 'note', 'report'])
    .where('channel', '=', channel)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ report, ...row }) => ({
    ...row,
    report: report === null ? null : canaryReportSchema.parse(JSON.parse(report)),
  }));
}

/** Returns the newest deployments that changed the stable set, or all of them, newest first. */
export function listStableDeployments(db: Queries, limit?: number) {
  const all = db
    .selectFrom('release_audit')
    .select(['at', 'action', 'to_set as to'])
    .where('channel', '=', channel)
    .where('action', 'in', stableSetActions)
    .orderBy('at', 'desc');
  return (limit === undefined ? all : all.limit(limit)).execute();
}

/** Returns the numbers of sets by id. */
export async function readSetNumbers(db: Queries, ids: readonly string[]): Promise<Record<string, number>> {
  if (ids.length === 0) return {};
  const rows = await db.selectFrom('release_sets').select(['id', 'number']).where('id', 'in', ids).execute();
  return Object.fromEntries(rows.map(({ id, number }) => [id, number]));
}

const describeMembers = (members: Members): string =>
  Object.entries(members)
    .map(([name, version]) => `${name}@${version}\n`)
    .sort()
    .join('');

export const haveSameMembers = (one: Members, other: Members): boolean =>
  describeMembers(one) === describeMembers(other);

/** The id of a set is derived from its members. Two sets can have one id, see `insertSet`. */
export const setIdOf = (members: Members): string =>
  createHash('sha256').update(describeMembers(members)).digest('hex').slice(0, 12);

export async function findSets(db: Queries, ids: readonly string[]): Promise<ReleaseSetRecord[]> {
  const rows = await db.selectFrom('release_sets').selectAll().where('id', 'in', ids).execute();
  const deprecated = await db
    .selectFrom('release_set_members as member')
    .innerJoin('builds as build', (join) =>
      join.onRef('build.name', '=', 'member.name').onRef('build.version', '=', 'member.version'),
    )
    .select(['member.set_id as setId', 'build.name', 'build.version', 'build.deprecation as reason'])
    .where('member.set_id', 'in', ids)
    .where('build.deprecation', 'is not', null)
    .orderBy('build.name')
    .execute();
  return rows.map(({ id, number, members, created_at, withdrawn_at, certification }) =>
    storedSetSchema.parse({
      id,
      number,
      members: membersSchema.parse(JSON.parse(members)),
      createdAt: created_at,
      withdrawnAt: withdrawn_at,
      certification: JSON.parse(certification ?? 'null'),
      deprecated: deprecated.filter(({ setId }) => setId === id),
    }),
  );
}

export const findSet = async (db: Queries, id: string): Promise<ReleaseSetRecord | null> =>
  (await findSets(db, [id]))[0] ?? null;

const whereSets = '"release audit" lists the sets that were live.';

/** Sets that were never live are in no list, so only the command that creates one states its id. */
export const unknownSetReason = (id: string): string =>
  `There is no set "${id}". "release prepare" prints the id of one that is not live; ${whereSets}`;

/** For a command that is possible only with a set that was live. */
export const neverLiveReason = (id: string, isStored: boolean): string =>
  isStored
    ? `The set "${id}" was never live, so there is nothing to go back to. "release audit" lists the sets that were.`
    : `There is no set "${id}". ${whereSets}`;

/** Returns the ids of the withdrawn sets. */
export async function withdrawnSets(db: Queries): Promise<string[]> {
  const rows = await db
    .selectFrom('release_sets')
    .select('id')
    .where('withdrawn_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Withdraws sets, or (null) allows their assignment again. */
export const setWithdrawn = (db: Queries, ids: readonly string[], withdrawnAt: number | null) =>
  db.updateTable('release_sets').set({ withdrawn_at: withdrawnAt }).where('id', 'in', ids).execute();

/** Stores the latest smoke test result of a set. */
export const storeCertification = (
  db: Queries,
  id: string,
  certification: ReleaseSetRecord['certification'],
) =>
  db
    .updateTable('release_sets')
    .set({ certification: JSON.stringify(certification) })
    .where('id', '=', id)
    .execute();

/** Locks the channel, and the numbering of sets, until the transaction ends. */
export const lockChannel = (db: Queries) =>
  db.updateTable('channels').set({ name: channel }).where('name', '=', channel).execute();

/**
 * Stores the set with the next number, unless it exists. Requires a lock on the channel. Throws if the id belongs to a set with
 * other members. Ids are short: with millions of tries a publisher could find two versions whose sets have the same id.
 */
export async function insertSet(db: Queries, members: Members, createdAt: number): Promise<void> {
  const id = setIdOf(members);
  const sorted = Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
  await db
    .insertInto('release_sets')
    .values({
      id,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from release_sets)`,
      members: JSON.stringify(sorted),
      created_at: createdAt,
      withdrawn_at: null,
      certification: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await db
    .selectFrom('release_sets')
    .select('members')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const storedMembers = membersSchema.parse(JSON.parse(stored.members));
  if (!haveSameMembers(storedMembers, members)) {
    const versions = describeMembers(storedMembers).trim().replaceAll('\n', ', ');
    throw promotionRefused(
      `The id of this set, ${id}, belongs to a set with other versions: ${versions}. Publish the changed version under another number.`,
    );
  }
  await db
    .insertInto('release_set_members')
    .values(Object.entries(members).map(([name, version]) => ({ set_id: id, name, version })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the sets to which the channel points. */
export async function readStatus(db: Queries): Promise<ReleaseStatus> {
  const row = await readChannel(db);
  const sets = row ? await findSets(db, [row.set_id, row.canary_set ?? row.set_id]) : [];
  const setOf = (id: string | null | undefined) => sets.find((set) => set.id === id) ?? null;
  const canarySet = setOf(row?.canary_set);
  return {
    channel,
    set: setOf(row?.set_id),
    canary: canarySet && {
      set: canarySet,
      percent: row?.canary_percent ?? 0,
      startedAt: row?.canary_started_at ?? 0,
      plan: readPlan(row),
    },
  };
}
