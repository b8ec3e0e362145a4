import type { Manifest } from '@funnel/contracts/release';
import type { PublishResult } from '@funnel/contracts/release-management';
import { problem } from '@funnel/service-kit/problem';
import semver from 'semver';

import { contentFaults } from '../content/content-findings.ts';
import { filesWithoutHash } from '../gates/release-gates.ts';
import type { Db, Queries } from '../platform/database.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import {
  canonical,
  countBuildsSince,
  digestOf,
  findBuild,
  insertBuild,
  whyUnreadable,
} from '../registry/build-repository.ts';
import { hashesOf, missingFiles } from '../registry/file-repository.ts';
import { inspectFiles, type StoredFile } from '../registry/inspect-files.ts';
import { buildQuota, maxBuildsPerDay } from './quotas.ts';
import { insertBuildFiles, removePending, touchPending } from './upload-repository.ts';

/** What contradicts itself in a manifest, in words. */
function contradictions(manifest: Manifest): string[] {
  const faults = filesWithoutHash(manifest);
  if (manifest.kind === 'shell') {
    const noSlot = Object.entries(manifest.frames).filter(([, html]) => !html.includes('{{screen}}'));
    return [...faults, ...noSlot.map(([key]) => `The frame "${key}" has no {{screen}} slot.`)];
  }
  if (manifest.name === 'shell') faults.push('A remote cannot be called shell.');
  if (semver.validRange(manifest.react) === null)
    faults.push(`"${manifest.react}" is not a range of React versions.`);
  const foreign = manifest.firstScreens.filter(({ path }) => !manifest.paths.includes(path));
  return [
    ...faults,
    ...foreign.map(({ path }) => `It draws the first screen of ${path}, a path that it does not own.`),
  ];
}

function refuse(reasons: readonly string[]): void {
  if (reasons.length > 0) throw problem('invalid-request', { detail: reasons.join(' '), data: { reasons } });
}

/** How a build exceeds what one build may have; nothing if it does not. Says what is stored, not what the manifest says. */
function quotaFaults({ files }: Manifest, stored: ReadonlyMap<string, StoredFile>): string[] {
  const bytes = Object.values(files).reduce(
    (sum, { integrity }) => sum + (stored.get(integrity)?.bytes ?? 0),
    0,
  );
  return bytes > buildQuota.bytes
    ? [`Its files have ${bytes} bytes together; ${buildQuota.bytes} is the limit for one build.`]
    : [];
}

function filesMissing(manifest: Manifest, missing: readonly string[]) {
  return problem('files-missing', {
    detail: `${missing.length} of the files of ${manifest.name}@${manifest.version} must be uploaded first.`,
    data: { files: missing },
  });
}

/** The outcome for a version that is published already; null if it is not. Throws `version-taken`. */
async function publishedAlready(
  db: Db,
  { name, version }: Manifest,
  digest: string,
): Promise<PublishResult | null> {
  const existing = await findBuild(db, name, version);
  if (!existing) return null;
  if (digestOf(existing.manifest) !== existing.digest)
    throw problem('version-taken', { detail: await whyUnreadable(db, name, version) });
  if (existing.digest === digest) return { name, version, outcome: 'unchanged' };
  throw problem('version-taken', {
    detail: `${name}@${version} was already published with other content.`,
  });
}

const dayMs = 24 * 3600 * 1000;

/** Throws `too-many-requests` where an app was published too often within a day: nothing of a version is ever removed. */
async function checkDailyBuilds(db: Queries, name: string, nowMs: number): Promise<void> {
  const count = await countBuildsSince(db, name, nowMs - dayMs);
  if (count >= maxBuildsPerDay)
    throw problem('too-many-requests', {
      detail: `${count} versions of ${name} were published within a day; ${maxBuildsPerDay} is the limit.`,
    });
}

/**
 * Stores a build under its name and version, for good; again is harmless.
 * Throws `invalid-request` if the manifest contradicts itself, leaves out what its scripts load, or brings what no build may
 * bring, `version-taken` if the version has other content, and `files-missing` with the list of hashes whose bytes must be
 * uploaded first.
 */
export async function publishBuild(
  { database: { db }, clock }: ReleaseContext,
  manifest: Manifest,
): Promise<PublishResult> {
  const { name, version } = manifest;
  const hashes = [...new Set(hashesOf(manifest))];
  if (Object.keys(manifest.files).length > buildQuota.files)
    refuse([`It lists ${Object.keys(manifest.files).length} files; ${buildQuota.files} is the limit.`]);
  refuse([...contradictions(manifest), ...(await contentFaults(manifest))]);

  const text = canonical(manifest);
  const digest = digestOf(text);
  const published = await publishedAlready(db, manifest, digest);
  if (published) return published;

  await checkDailyBuilds(db, name, clock());
  // From here on the sweep of uploads leaves this build's files alone for a day.
  await touchPending(db, hashes, clock());
  const missing = await missingFiles(db, hashes);
  if (missing.length > 0) throw filesMissing(manifest, missing);
  const stored = await inspectFiles(db, hashes);
  refuse([...filesWithoutHash(manifest, stored), ...quotaFaults(manifest, stored)]);

  const isNew = await db.transaction().execute(async (transaction) => {
    // First, so that a sweep that has begun ends before it is seen what is there.
    await removePending(transaction, hashes);
    const swept = await missingFiles(transaction, hashes);
    if (swept.length > 0) throw filesMissing(manifest, swept);
    const row = { name, version, digest, manifest: text, published_at: clock() };
    const isInserted = await insertBuild(transaction, row);
    if (isInserted) await insertBuildFiles(transaction, manifest, hashes);
    return isInserted;
  });
  // Nothing inserted: somebody else published this version a moment ago.
  const overtaken = isNew ? null : await publishedAlready(db, manifest, digest);
  return overtaken ?? { name, version, outcome: 'published' };
}
