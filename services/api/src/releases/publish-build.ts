import { createHash } from 'node:crypto';

import type { Manifest } from '@funnel/contracts/release';
import type { Publication } from '@funnel/contracts/release-management';
import semver from 'semver';

import type { AppContext } from '../platform/app-context.ts';
import { problem } from '../platform/problem.ts';
import { findBuild, insertBuild } from './build-repository.ts';
import { hashesOf, missingFiles } from './file-repository.ts';
import { inspectFiles } from './gates/inspect-files.ts';
import { filesWithoutHash } from './gates/release-gates.ts';

/** The same text for the same content, whatever the order of its keys. */
const canonical = (manifest: Manifest): string =>
  JSON.stringify(manifest, (_, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

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

/**
 * Stores a build under its name and version, for good; again is harmless.
 * Throws `invalid-request` where the manifest contradicts itself or leaves out what its scripts load, `version-taken` where the version has other content,
 * and `files-missing` with the list of hashes whose bytes must be uploaded first.
 */
export async function publishBuild(
  { database: { db }, clock }: AppContext,
  manifest: Manifest,
): Promise<Publication> {
  const { name, version } = manifest;
  refuse(contradictions(manifest));

  const text = canonical(manifest);
  const digest = createHash('sha256').update(text).digest('hex');
  const standing = async (): Promise<Publication | null> => {
    const existing = await findBuild(db, name, version);
    if (!existing) return null;
    if (existing.digest === digest) return { name, version, outcome: 'unchanged' };
    throw problem('version-taken', {
      detail: `${name}@${version} was already published with other content.`,
    });
  };
  const published = await standing();
  if (published) return published;

  const missing = await missingFiles(db, hashesOf(manifest));
  if (missing.length > 0) {
    throw problem('files-missing', {
      detail: `${missing.length} of the files of ${name}@${version} must be uploaded first.`,
      data: { files: missing },
    });
  }
  refuse(filesWithoutHash(manifest, await inspectFiles(db, hashesOf(manifest))));
  const [inserted] = await insertBuild(db, { name, version, digest, manifest: text, published_at: clock() });
  // Nothing inserted: somebody else published this version a moment ago.
  const overtaken = inserted?.numInsertedOrUpdatedRows === 0n ? await standing() : null;
  return overtaken ?? { name, version, outcome: 'published' };
}
