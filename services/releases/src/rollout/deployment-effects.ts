import type { DeploymentEffects, DeploymentEffectsQuery } from '@funnel/contracts/release-management';
import type { Manifest } from '@funnel/contracts/release';
import { sql } from 'kysely';

import { countInFlight } from '../analytics/in-flight.ts';
import type { Queries } from '../platform/database.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import { hashesOf } from '../registry/file-repository.ts';
import type { ReadBuild } from '../registry/build-repository.ts';
import { promotionRefused } from '../sets/promotion-refused.ts';
import { findSet, readStatus, unknownSetReason, type Members } from '../sets/release-repository.ts';
import { assignmentTtlMs } from '../visitors/assign-set.ts';
import { changedMembers } from './promote.ts';

/** The bytes of these files as they are sent: compressed, unless that makes them larger. */
async function sentBytes(db: Queries, integrities: readonly string[]): Promise<number> {
  if (integrities.length === 0) return 0;
  const row = await db
    .selectFrom('files')
    .select(
      sql<number>`cast(sum(case length(body_br) when 0 then length(body) else length(body_br) end) as bigint)`.as(
        'bytes',
      ),
    )
    .where('integrity', 'in', integrities)
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

const pathsOf = (build: Manifest | null): readonly string[] => (build?.kind === 'remote' ? build.paths : []);

async function readMembersOf(db: Queries, setId: string): Promise<Members> {
  const set = await findSet(db, setId);
  if (!set) throw promotionRefused(unknownSetReason(setId));
  return set.members;
}

/**
 * Compares the stable set with a stored set, or with the set that these versions would make of it, and counts the visitors of the
 * live sets who are in the funnel. Throws `promotion-refused` if nothing is live, or the set or a version does not exist.
 */
export async function readDeploymentEffects(
  { database: { db }, clock }: ReleaseContext,
  readBuild: ReadBuild,
  { set: setId, change }: DeploymentEffectsQuery,
): Promise<DeploymentEffects> {
  const { set: stable, canary } = await readStatus(db);
  if (!stable) throw promotionRefused('Nothing is live yet.');
  const target =
    setId === undefined
      ? await changedMembers(db, stable.members, { changes: change === undefined ? [] : [change] }, readBuild)
      : await readMembersOf(db, setId);

  const names = [...new Set([...Object.keys(stable.members), ...Object.keys(target)])].toSorted();
  const changes = await Promise.all(
    names
      .filter((name) => stable.members[name] !== target[name])
      .map(async (name) => {
        const [from = null, to = null] = [stable.members[name], target[name]];
        const [before, after] = await Promise.all(
          [from, to].map((version) => (version === null ? null : readBuild(name, version))),
        );
        return { name, from, to, before: before ?? null, after: after ?? null };
      }),
  );
  const known = new Set(changes.flatMap(({ before }) => (before ? hashesOf(before) : [])));
  const added = changes
    .flatMap(({ after }) => (after ? hashesOf(after) : []))
    .filter((hash) => !known.has(hash));
  const live = [stable, ...(canary ? [canary.set] : [])];
  const inFlight = await countInFlight(
    db,
    live.map(({ id }) => id),
    clock(),
  );
  return {
    changes: changes.map(({ name, from, to, before, after }) => ({
      name,
      from,
      to,
      paths: [...new Set([...pathsOf(before), ...pathsOf(after)])],
    })),
    downloadBytes: await sentBytes(db, [...new Set(added)]),
    inFlight: live.map(({ id, number }) => ({ number, visitors: inFlight.get(id) ?? 0 })),
    keptForMs: assignmentTtlMs,
  };
}
