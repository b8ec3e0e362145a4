import { acceptedUntil, type ContractVersion } from '@funnel/contracts/contract-versions';
import type { AppReport, VersionState } from '@funnel/contracts/release-management';
import { problem } from '@funnel/service-kit/problem';

import type { Queries } from '../platform/database.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import {
  listAppNames,
  listBuilds,
  unknownAppReason,
  type SummarizeBuild,
} from '../registry/build-repository.ts';
import { listPublications } from '../registry/version-audit-repository.ts';
import { readStatus } from '../sets/release-repository.ts';
import { errorWindowMs, readAppErrors } from './app-errors.ts';
import { countInFlight } from './in-flight.ts';

/** The sets from which a visitor may still get a page: those that were not withdrawn. */
async function assignedSets(db: Queries): Promise<string[]> {
  const rows = await db
    .selectFrom('release_sets')
    .select('id')
    .where('withdrawn_at', 'is', null)
    .where('id', 'in', (deployed) => deployed.selectFrom('release_audit').select('to_set'))
    .execute();
  return rows.map(({ id }) => id);
}

/** The sets in which visitors could get a version of an app, the one that was deployed last first. */
const deployedSets = (db: Queries, name: string) =>
  db
    .selectFrom('release_set_members as member')
    .innerJoin('release_sets as set', 'set.id', 'member.set_id')
    .innerJoin('release_audit as audit', 'audit.to_set', 'set.id')
    .select(({ fn }) => [
      'member.version',
      'set.id',
      'set.withdrawn_at as withdrawnAt',
      fn.max<number>('audit.at').as('lastAt'),
    ])
    .where('member.name', '=', name)
    .groupBy(['member.version', 'set.id', 'set.withdrawn_at'])
    .orderBy('lastAt', 'desc')
    .execute();

/**
 * Describes one app: its versions, each with its publisher, its status and the number of its visitors, and the errors that
 * browsers have reported. Throws `not-found` if no version of it was published.
 */
export async function readAppReport(
  { database: { db }, clock }: ReleaseContext,
  summarizeBuild: SummarizeBuild,
  name: string,
  contractTable: readonly ContractVersion[],
): Promise<AppReport> {
  const builds = await listBuilds(db, name);
  if (builds.length === 0)
    throw problem('not-found', { detail: unknownAppReason(name, await listAppNames(db)) });
  const { set: stable, canary } = await readStatus(db);
  const publications = new Map((await listPublications(db, name)).map((entry) => [entry.version, entry]));
  const inFlight = await countInFlight(db, await assignedSets(db), clock());
  const deployed = await deployedSets(db, name);
  const visitorsOf = (sets: typeof deployed): number =>
    sets.reduce((sum, { id }) => sum + (inFlight.get(id) ?? 0), 0);
  const stateOf = (version: string): VersionState => {
    if (stable?.members[name] === version) return 'live';
    if (canary?.set.members[name] === version) return 'canary';
    const last = deployed.find((set) => set.version === version);
    return last && last.withdrawnAt !== null ? 'withdrawn' : 'stored';
  };
  const errorsSince = clock() - errorWindowMs;
  return {
    name,
    visitors: visitorsOf(deployed),
    versions: await Promise.all(
      builds.map(async ({ version, publishedAt, deprecation }) => {
        const { bytes, contracts } = await summarizeBuild({ name, version });
        const publication = publications.get(version);
        return {
          version,
          publishedAt,
          publisher: publication ? { actor: publication.actor, source: publication.source } : null,
          bytes,
          contracts: contracts.map((contract) => ({
            contract,
            acceptedUntil: acceptedUntil(contractTable, contract),
          })),
          state: stateOf(version),
          deprecation,
          visitors: visitorsOf(deployed.filter((set) => set.version === version)),
        };
      }),
    ),
    errorsSince,
    errors: await readAppErrors(db, name, errorsSince),
  };
}
