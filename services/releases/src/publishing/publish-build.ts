import type { Manifest } from '@funnel/contracts/release';
import type { PublishResult } from '@funnel/contracts/release-management';
import { manifestFindings } from '@funnel/release-kit/content/content-findings';
import { byteQuotaFindings, fileCountFindings } from '@funnel/release-kit/gates/build-quota';
import { findContradictions } from '@funnel/release-kit/gates/find-contradictions';
import { secretFindings, type StoredFile } from '@funnel/release-kit/gates/inspect-bytes';
import { containerFindings, filesWithoutHash } from '@funnel/release-kit/gates/release-gates';
import { dayMs } from '@funnel/service-kit/durations';
import { problem } from '@funnel/service-kit/problem';
import { createWorkQueue } from '@funnel/service-kit/work-queue';

import type { AuthenticatedOperator } from '../operators/operator-auth.ts';
import type { Db, Queries } from '../platform/database.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import {
  canonicalJson,
  countBuildsSince,
  digestOf,
  findBuild,
  insertBuild,
  describeUnreadable,
} from '../registry/build-repository.ts';
import { hashesOf, missingFiles, readStoredBytes } from '../registry/file-repository.ts';
import { inspectContent } from '../registry/inspect-content.ts';
import { insertVersionAudit } from '../registry/version-audit-repository.ts';
import type { InspectForSecrets } from './inspect-for-secrets.ts';
import { maxBuildsPerDay, megabyte } from './quotas.ts';
import { insertBuildFiles, insertBuildPaths, removePending, touchPending } from './upload-repository.ts';

/** More reasons would help nobody, and a manifest could make the answer too large for the service's memory. */
const maxReasons = 20;

function requireNone(findings: readonly string[]): void {
  const left = findings.length - maxReasons;
  const reasons = left > 0 ? [...findings.slice(0, maxReasons), `And ${left} more.`] : findings;
  if (reasons.length > 0) throw problem('invalid-request', { detail: reasons.join(' '), data: { reasons } });
}

/** Describes files whose stated size is not that of their stored bytes. */
const sizeFindings = ({ files }: Manifest, stored: ReadonlyMap<string, StoredFile>): string[] =>
  Object.entries(files).flatMap(([path, { integrity, bytes }]) => {
    const actual = stored.get(integrity)?.bytes ?? 0;
    return actual === bytes ? [] : [`${path} has ${actual} bytes, and the manifest states ${bytes}.`];
  });

function filesMissing(manifest: Manifest, missing: readonly string[]) {
  return problem('files-missing', {
    detail: `${missing.length} of the files of ${manifest.name}@${manifest.version} must be uploaded first.`,
    data: { files: missing },
  });
}

/** Returns the result for a version that is already published, or null. Throws `version-taken`. */
async function findPublished(
  db: Db,
  { name, version }: Manifest,
  digest: string,
): Promise<PublishResult | null> {
  const existing = await findBuild(db, name, version);
  if (!existing) return null;
  if (digestOf(existing.manifest) !== existing.digest)
    throw problem('version-taken', { detail: await describeUnreadable(db, name, version) });
  if (existing.digest === digest) return { name, version, outcome: 'unchanged' };
  throw problem('version-taken', {
    detail: `${name}@${version} was already published with other content. Raise its version, and build it again.`,
  });
}

/** Stores builds one after another, so that each check counts those before it. Other replicas count once they have committed. */
const runQueued = createWorkQueue();

/** Throws `too-many-requests` if an app was published too often within a day, because versions are never deleted. */
async function checkDailyBuilds(db: Queries, name: string, nowMs: number): Promise<void> {
  const count = await countBuildsSince(db, name, nowMs - dayMs);
  if (count >= maxBuildsPerDay)
    throw problem('too-many-requests', {
      detail: `${count} versions of ${name} were published within a day; ${maxBuildsPerDay} is the limit.`,
    });
}

/** Throws `too-many-requests` if all builds and uploads together are too large. */
async function checkStoredBytes(db: Queries, maxMegabytes: number): Promise<void> {
  const bytes = await readStoredBytes(db);
  if (bytes >= maxMegabytes * megabyte)
    throw problem('too-many-requests', {
      detail: `The stored builds and uploads have ${Math.floor(bytes / megabyte)} MB together; MAX_STORED_BUILDS_MB=${maxMegabytes} is the limit. Versions are kept for good, so an administrator must raise it before another one can be published. What is live is not affected.`,
    });
}

/**
 * Stores a build permanently under its name and version, and records who published it. It is idempotent. Throws
 * `invalid-request` if the manifest contradicts itself, omits files that its scripts load, states a wrong size, has an entry
 * without its container, or contains a secret or other disallowed content, `version-taken` if the version has different content,
 * `files-missing` with the hashes that must be uploaded first, and `too-many-requests` if the app was published too often within a
 * day or all builds together are too large.
 */
export async function publishBuild(
  { config, database: { db }, clock }: ReleaseContext,
  manifest: Manifest,
  operator: Pick<AuthenticatedOperator, 'name' | 'source' | 'tokenId'>,
  inspectForSecrets: InspectForSecrets,
): Promise<PublishResult> {
  const { name, version } = manifest;
  const hashes = [...new Set(hashesOf(manifest))];
  requireNone(fileCountFindings(manifest));
  const text = canonicalJson(manifest);
  const digest = digestOf(text);
  const published = await findPublished(db, manifest, digest);
  if (published) return published;
  // A stored build may contradict rules that are younger.
  requireNone([...findContradictions(manifest), ...manifestFindings(manifest)]);

  // `npm run dev` publishes a version after each change.
  const isLimited = config.NODE_ENV !== 'development';
  if (isLimited) await checkDailyBuilds(db, name, clock());
  await checkStoredBytes(db, config.MAX_STORED_BUILDS_MB);
  // From here on, the upload cleanup keeps this build's files for a day.
  await touchPending(db, hashes, clock());
  const missing = await missingFiles(db, hashes);
  if (missing.length > 0) throw filesMissing(manifest, missing);
  const stored = await inspectForSecrets(manifest, operator);
  requireNone([
    ...filesWithoutHash(manifest, stored),
    ...containerFindings(manifest, stored),
    ...byteQuotaFindings(manifest, stored),
    ...sizeFindings(manifest, stored),
    ...secretFindings(manifest, stored),
  ]);
  // Last, because markup takes the most processor time.
  requireNone(await inspectContent(manifest));

  const insert = async (transaction: Queries) => {
    // This must be first, so that a running cleanup ends before the files are checked.
    await removePending(transaction, hashes);
    const missingNow = await missingFiles(transaction, hashes);
    if (missingNow.length > 0) throw filesMissing(manifest, missingNow);
    const isStored = (await findPublished(transaction, manifest, digest)) !== null;
    if (isStored) return false;
    if (isLimited) await checkDailyBuilds(transaction, name, clock());
    const row = { name, version, digest, manifest: text, published_at: clock() };
    const isInserted = await insertBuild(transaction, row);
    if (!isInserted) return false;
    await insertBuildFiles(transaction, manifest, hashes);
    await insertBuildPaths(transaction, manifest, Object.keys(manifest.files));
    const { name: actor, source } = operator;
    const entry = { at: clock(), actor, action: 'publish', name, version, note: '', source } as const;
    await insertVersionAudit(transaction, entry);
    return true;
  };
  const isNew = await runQueued(() => db.transaction().execute(insert));
  // Nothing was inserted, because another request published this version a moment ago.
  const existing = isNew ? null : await findPublished(db, manifest, digest);
  return existing ?? { name, version, outcome: 'published' };
}
