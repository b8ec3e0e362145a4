import { createHash } from 'node:crypto';

import { manifestSchema, type Manifest } from '@funnel/contracts/release';
import type { PublishedBuilds } from '@funnel/contracts/release-management';
import type { Log } from '@funnel/service-kit/log';
import type { Insertable, Selectable } from 'kysely';
import { LRUCache } from 'lru-cache';

import type { Db, Queries } from '../platform/database.ts';
import type { Schema } from '../platform/schema.ts';
import { createWorkQueue } from '@funnel/service-kit/work-queue';
import type { Members } from '../sets/release-repository.ts';

type BuildRow = Selectable<Schema['builds']>;

/** Reads the manifest of a published version. Returns null if it does not exist or was changed after publication. */
export type ReadBuild = (name: string, version: string) => Promise<Manifest | null>;

export const parseMember = (text: string): readonly [name: string, version: string] => {
  const at = text.indexOf('@');
  return [text.slice(0, at), text.slice(at + 1)];
};

/** A manifest with prerendered screens may have half a megabyte, and an object takes memory however short its text is. */
const maxCached = { bytes: 32 * 1024 * 1024, manifests: 500 };

/** How long a corrupted row is not read again. */
const corruptedTtlMs = 10_000;

/** Serializes a manifest with sorted keys, so that equal content gives equal text. */
export const canonicalJson = (manifest: Manifest): string =>
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
 * Creates a reader that caches manifests in memory, because a published version never changes. A row that was changed
 * after publication is not served, and is logged once.
 */
export function createBuildReader(db: Db, log: Pick<Log, 'error'>): ReadBuild {
  const reported = new Set<string>();
  const corrupted = new LRUCache<string, true>({ max: 1000, ttl: corruptedTtlMs });

  function reportChange(member: string): void {
    corrupted.set(member, true);
    if (reported.has(member)) return;
    reported.add(member);
    log.error({ member }, changedReason(member));
  }

  const cache = new LRUCache<string, { manifest: Manifest; bytes: number }>({
    max: maxCached.manifests,
    maxSize: maxCached.bytes,
    sizeCalculation: ({ bytes }) => bytes,
    // An entry that exceeds the cache is still returned to the waiting caller.
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
    async fetchMethod(member) {
      const row = corrupted.has(member) ? undefined : await findBuild(db, ...parseMember(member));
      if (row && isUnchanged(row))
        return {
          manifest: manifestSchema.parse(JSON.parse(row.manifest)),
          bytes: Buffer.byteLength(row.manifest),
        };
      if (row) reportChange(member);
      return undefined;
    },
  });
  return async (name, version) => (await cache.fetch(`${name}@${version}`))?.manifest ?? null;
}

interface Version {
  readonly name: string;
  readonly version: string;
}

/** The versions that are not stored as they were published. Reads the rows, whatever a reader has cached. */
export async function changedVersions(db: Queries, versions: readonly Version[]): Promise<Version[]> {
  const rows = await Promise.all(versions.map(({ name, version }) => findBuild(db, name, version)));
  return versions.filter((_, at) => {
    const row = rows[at];
    return !row || !isUnchanged(row);
  });
}

/** Describes why a version cannot be read. */
export async function describeUnreadable(db: Queries, name: string, version: string): Promise<string> {
  const member = `${name}@${version}`;
  return (await findBuild(db, name, version))
    ? `${changedReason(member)}. Restore it from a backup, or publish another version.`
    : await whyUnpublished(db, name, `${member} was never published. "release list ${name}" shows what is.`);
}

/** Returns `fallback` if the app has other versions. Otherwise reports an unknown app, and lists the known ones. */
async function whyUnpublished(db: Queries, name: string, fallback: string): Promise<string> {
  const names = await listAppNames(db);
  return names.length === 0 || names.includes(name) ? fallback : unknownAppReason(name, names);
}

export const unknownAppReason = (name: string, names: readonly string[]): string =>
  `No version of "${name}" has been published. Published apps: ${names.join(', ') || 'none'}.`;

type Summary = Pick<PublishedBuilds['builds'][number], 'bytes' | 'contracts' | 'paths'>;

export type SummarizeBuild = ReturnType<typeof createBuildSummarizer>;

/**
 * Summarizes versions for operators. Summaries are cached permanently, because they are small and never change. Manifests are read
 * one after another: each may have two megabytes, and visitors use the same process and database.
 */
export function createBuildSummarizer(readBuild: ReadBuild) {
  const cache = new Map<string, Summary>();
  const runQueued = createWorkQueue();
  return async ({ name, version }: { name: string; version: string }): Promise<Summary> => {
    const member = `${name}@${version}`;
    const manifest = cache.has(member) ? null : await runQueued(() => readBuild(name, version));
    if (manifest)
      cache.set(member, {
        bytes: Object.values(manifest.files).reduce((sum, { bytes }) => sum + bytes, 0),
        contracts: manifest.kind === 'shell' ? manifest.contracts : [manifest.contract],
        paths: manifest.kind === 'shell' ? [] : manifest.paths,
      });
    return cache.get(member) ?? { bytes: 0, contracts: [], paths: [] };
  };
}

/** Reads the manifests of a set's members, and lists the unreadable ones. `shell` is null if the set has none. */
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

/** Returns the reason why a version is deprecated, null if it is not, or undefined if it was never published. */
export async function readDeprecation(db: Queries, name: string, version: string) {
  const row = await db
    .selectFrom('builds')
    .select('deprecation')
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.deprecation;
}

/**
 * Returns whether a version may have a file at a path, without its manifest. Always true if an older version of the service stored the
 * build, until the upload cleanup lists its paths.
 */
export async function mayHavePath(
  db: Queries,
  name: string,
  version: string,
  path: string,
): Promise<boolean> {
  const paths = db
    .selectFrom('build_paths')
    .select('path')
    .where('name', '=', name)
    .where('version', '=', version);
  const { isKnown, isListed } = await db
    .selectNoFrom(({ exists }) => [
      exists(paths.where('path', '=', path)).as('isKnown'),
      exists(paths.where('path', '<>', '')).as('isListed'),
    ])
    .executeTakeFirstOrThrow();
  return Boolean(isKnown) || !isListed;
}

/** Returns whether the version was new. */
export async function insertBuild(db: Queries, row: Insertable<Schema['builds']>): Promise<boolean> {
  const [inserted] = await db
    .insertInto('builds')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return inserted?.numInsertedOrUpdatedRows === 1n;
}

/** How many versions are listed: of one app, and of each of all apps, so that a busy one does not hide the others. */
const maxListed = { ofOne: 500, ofEach: 50 };

/** Returns the newest first: at most 500 versions of one app, or 50 of each app. The members of the sets `also` are listed however old. */
export function listBuilds(db: Queries, name?: string, also: readonly Members[] = []) {
  const builds = db
    .selectFrom('builds')
    .select(({ fn }) => [
      'name',
      'version',
      'published_at as publishedAt',
      'deprecation',
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('name').orderBy('published_at', 'desc'))
        .as('rank'),
    ])
    .$if(name !== undefined, (query) => query.where('name', '=', name ?? ''))
    .as('listed');
  return db
    .selectFrom(builds)
    .select(['name', 'version', 'publishedAt', 'deprecation'])
    .where((is) =>
      is.or([
        is('rank', '<=', name === undefined ? maxListed.ofEach : maxListed.ofOne),
        ...also
          .flatMap((members) => Object.entries(members))
          .map(([app, version]) => is.and({ name: app, version })),
      ]),
    )
    .orderBy('publishedAt', 'desc')
    .execute();
}

/** The names of all apps with a published version, sorted. */
export async function listAppNames(db: Queries): Promise<string[]> {
  const rows = await db.selectFrom('builds').select('name').distinct().orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** Returns how many versions of an app were published since a time. */
export async function countBuildsSince(db: Queries, name: string, sinceMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('builds')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('name', '=', name)
    .where('published_at', '>', sinceMs)
    .executeTakeFirstOrThrow();
  return count;
}
