import { createHash } from 'node:crypto';

import { manifestSchema, type Manifest } from '@funnel/contracts/release';
import type { PublishedBuilds } from '@funnel/contracts/release-management';
import type { Log } from '@funnel/service-kit/log';
import { LRUCache } from 'lru-cache';

import type { Db, Queries } from '../platform/database.ts';
import type { Schema } from '../platform/schema.ts';
import type { Members } from '../sets/release-repository.ts';

type BuildRow = Schema['builds'];

/** Reads the manifest of a published version; null if there is none, or not the one that was published. */
export type ReadBuild = (name: string, version: string) => Promise<Manifest | null>;

export const parseMember = (text: string): readonly [name: string, version: string] => {
  const at = text.indexOf('@');
  return [text.slice(0, at), text.slice(at + 1)];
};

/** With its drawn screens a manifest may have half a million characters. */
const memoryChars = 32 * 1024 * 1024;

/** For how long a changed row is not read again. */
const changedMs = 10_000;

/** The same text for the same content, whatever the order of its keys. */
export const canonical = (manifest: Manifest): string =>
  JSON.stringify(manifest, (_, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const isUnchanged = ({ manifest, digest }: Pick<BuildRow, 'manifest' | 'digest'>) =>
  digestOf(manifest) === digest;
const changedReason = (member: string) => `${member}: the stored manifest does not match its digest`;

/**
 * A published version never changes, so what was read once is kept in memory. A row that was changed after it was
 * published is not served; the log names it once.
 */
export function buildReader(db: Db, log: Pick<Log, 'error'>): ReadBuild {
  const reported = new Set<string>();
  const changed = new LRUCache<string, true>({ max: 1000, ttl: changedMs });

  function reportChange(member: string): void {
    changed.set(member, true);
    if (reported.has(member)) return;
    reported.add(member);
    log.error({ member }, changedReason(member));
  }

  const known = new LRUCache<string, { manifest: Manifest; chars: number }>({
    maxSize: memoryChars,
    sizeCalculation: ({ chars }) => chars,
    // What does not fit is still given to whoever waits for it.
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
    async fetchMethod(member) {
      const row = changed.has(member) ? undefined : await findBuild(db, ...parseMember(member));
      if (row && isUnchanged(row))
        return { manifest: manifestSchema.parse(JSON.parse(row.manifest)), chars: row.manifest.length };
      if (row) reportChange(member);
      return undefined;
    },
  });
  return async (name, version) => (await known.fetch(`${name}@${version}`))?.manifest ?? null;
}

/** Why a version cannot be read, in words. */
export async function whyUnreadable(db: Queries, name: string, version: string): Promise<string> {
  const member = `${name}@${version}`;
  return (await findBuild(db, name, version))
    ? `${changedReason(member)}. Restore it from a backup, or publish another version.`
    : `${member} was never published.`;
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

/** The manifests of a set's members, and which of them cannot be read; `shell` is null in a set that has none. */
export async function readMembers(readBuild: ReadBuild, members: Members) {
  const all = Object.entries(members).map(async ([name, version]) => ({
    name,
    version,
    manifest: await readBuild(name, version),
  }));
  const read = await Promise.all(all);
  const builds = read.map(({ manifest }) => manifest);
  return {
    shell: builds.find((build) => build?.kind === 'shell') ?? null,
    remotes: builds.filter((build) => build?.kind === 'remote'),
    unreadable: read.filter(({ manifest }) => manifest === null),
  };
}

export const findBuild = (db: Queries, name: string, version: string): Promise<BuildRow | undefined> =>
  db
    .selectFrom('builds')
    .selectAll()
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst();

/** Says whether the version was new. */
export async function insertBuild(db: Queries, row: BuildRow): Promise<boolean> {
  const [inserted] = await db
    .insertInto('builds')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return inserted?.numInsertedOrUpdatedRows === 1n;
}

/** Newest first. */
export const listBuilds = (db: Queries, name?: string) =>
  db
    .selectFrom('builds')
    .select(['name', 'version', 'published_at as publishedAt'])
    .$if(name !== undefined, (query) => query.where('name', '=', name ?? ''))
    .orderBy('published_at', 'desc')
    .limit(500)
    .execute();

/** How many versions of an app were published since then. */
export async function countBuildsSince(db: Queries, name: string, sinceMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('builds')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('name', '=', name)
    .where('published_at', '>', sinceMs)
    .executeTakeFirstOrThrow();
  return count;
}
