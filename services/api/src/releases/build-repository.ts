import { manifestSchema, type Manifest } from '@funnel/contracts/release';
import type { PublishedBuilds } from '@funnel/contracts/release-management';
import { LRUCache } from 'lru-cache';

import type { Db, Queries } from '../platform/database.ts';
import type { Schema } from '../platform/schema.ts';
import type { Members } from './release-repository.ts';

type BuildRow = Schema['builds'];

/** Reads the manifest of a published version; null where there is none. */
export type ReadBuild = (name: string, version: string) => Promise<Manifest | null>;

export const parseMember = (text: string): readonly [name: string, version: string] => {
  const at = text.indexOf('@');
  return [text.slice(0, at), text.slice(at + 1)];
};

/** With its drawn screens a manifest may have half a million characters. */
const memoryChars = 32 * 1024 * 1024;

/** A published version never changes, so what was read once is kept in memory. */
export function buildReader(db: Db): ReadBuild {
  const known = new LRUCache<string, { manifest: Manifest; chars: number }>({
    maxSize: memoryChars,
    sizeCalculation: ({ chars }) => chars,
    async fetchMethod(member) {
      const row = await findBuild(db, ...parseMember(member));
      return row && { manifest: manifestSchema.parse(JSON.parse(row.manifest)), chars: row.manifest.length };
    },
  });
  return async (name, version) => (await known.fetch(`${name}@${version}`))?.manifest ?? null;
}

type Summary = Pick<PublishedBuilds['builds'][number], 'bytes' | 'contracts' | 'paths'>;

/** What operators compare versions by. Kept for good: it is small, and never changes. */
export function buildSummaries(readBuild: ReadBuild) {
  const known = new Map<string, Summary>();
  return async ({ name, version }: { name: string; version: string }): Promise<Summary> => {
    const member = `${name}@${version}`;
    const manifest = known.has(member) ? null : await readBuild(name, version);
    if (manifest)
      known.set(member, {
        bytes: Object.values(manifest.files).reduce((sum, { bytes }) => sum + bytes, 0),
        contracts: manifest.kind === 'shell' ? manifest.contracts : [manifest.contract],
        paths: manifest.kind === 'shell' ? [] : manifest.paths,
      });
    return known.get(member) ?? { bytes: 0, contracts: [], paths: [] };
  };
}

/** The manifests of a set's members; `shell` is null in a set that has none. */
export async function readMembers(readBuild: ReadBuild, members: Members) {
  const all = Object.entries(members).map(([name, version]) => readBuild(name, version));
  const builds = await Promise.all(all);
  return {
    shell: builds.find((build) => build?.kind === 'shell') ?? null,
    remotes: builds.filter((build) => build?.kind === 'remote'),
  };
}

export const findBuild = (db: Queries, name: string, version: string): Promise<BuildRow | undefined> =>
  db
    .selectFrom('builds')
    .selectAll()
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst();

export const insertBuild = (db: Queries, row: BuildRow) =>
  db
    .insertInto('builds')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Newest first. */
export const listBuilds = (db: Queries, name?: string) =>
  db
    .selectFrom('builds')
    .select(['name', 'version', 'published_at as publishedAt'])
    .$if(name !== undefined, (query) => query.where('name', '=', name ?? ''))
    .orderBy('published_at', 'desc')
    .limit(500)
    .execute();
