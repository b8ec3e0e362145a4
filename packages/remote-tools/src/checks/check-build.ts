import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { remoteManifestSchema } from '@funnel/contracts/release';
import { contentFindings } from '@funnel/release-kit/content/content-findings';
import { byteQuotaFindings, fileCountFindings } from '@funnel/release-kit/gates/build-quota';
import { compressText } from '@funnel/release-kit/gates/compress-text';
import { findContradictions } from '@funnel/release-kit/gates/find-contradictions';
import { inspectBytes, secretFindings, type StoredFile } from '@funnel/release-kit/gates/inspect-bytes';
import { runGatesOfOneBuild } from '@funnel/release-kit/gates/release-gates';

import { describeFiles } from '../files.ts';

/** Why a build would be rejected. */
interface BuildFindings {
  /** When it is published. */
  readonly rejected: readonly string[];
  /** When a set with it goes live, unless a release manager overrides them. */
  readonly overridable: readonly string[];
}

/**
 * Runs the platform's own gates on the build in a folder, as far as they need no other build. Throws if there is no valid
 * `remote.json`.
 */
export async function checkBuild(folder: string): Promise<BuildFindings> {
  const manifest = remoteManifestSchema.parse(JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8')));
  const present = describeFiles(folder);
  const changed = Object.entries(manifest.files).filter(
    ([path, { integrity }]) => present[path]?.integrity !== integrity,
  );
  if (changed.length > 0) {
    const rejected = changed.map(
      ([path]) => `${path} is missing or differs from its hash in remote.json. Build again.`,
    );
    return { rejected, overridable: [] };
  }

  const files = new Map<string, StoredFile>();
  for (const [path, { integrity, type }] of Object.entries(manifest.files)) {
    const body = await readFile(join(folder, path));
    const compressed = await compressText({ type, body });
    const wireBytes = compressed.length || body.length;
    files.set(integrity, { isIntact: true, bytes: body.length, wireBytes, ...inspectBytes(body) });
  }
  const findings = new Map([[manifest, await contentFindings(manifest)]]);
  const ofGates = runGatesOfOneBuild(manifest, { contentFindings: findings, files });
  const reasons = (isOverridable: boolean) =>
    ofGates.filter((finding) => finding.isOverridable === isOverridable).map(({ reason }) => reason);
  const rejected = [
    ...fileCountFindings(manifest),
    ...byteQuotaFindings(manifest, files),
    ...secretFindings(manifest, files),
    ...findContradictions(manifest),
    ...reasons(false),
  ];
  return { rejected: [...new Set(rejected)], overridable: reasons(true) };
}
