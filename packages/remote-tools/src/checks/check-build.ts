import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { remoteManifestSchema, type RemoteManifest } from '@funnel/contracts/release';
import { contentFindings } from '@funnel/release-kit/content/content-findings';
import { byteQuotaFindings, fileCountFindings, uploadFindings } from '@funnel/release-kit/gates/build-quota';
import { compressText } from '@funnel/release-kit/gates/compress-text';
import { findContradictions } from '@funnel/release-kit/gates/find-contradictions';
import { inspectBytes, secretFindings, type StoredFile } from '@funnel/release-kit/gates/inspect-bytes';
import { runGatesOfOneBuild } from '@funnel/release-kit/gates/release-gates';
import * as z from 'zod';

import { describeFiles } from '../files.ts';

/** Reasons against a build. */
interface BuildFindings {
  /** Reasons for which the platform rejects the build when it is published. */
  readonly rejected: readonly string[];
  /** Reasons for which the platform rejects a set with the build, unless a release manager overrides them. */
  readonly overridable: readonly string[];
}

/** The manifest in a text, or why it is none. */
function parseManifest(text: string): RemoteManifest | string {
  try {
    return remoteManifestSchema.parse(JSON.parse(text));
  } catch (error) {
    return error instanceof z.core.$ZodError ? z.prettifyError(error) : String(error);
  }
}

/** Runs the platform's own gates on the build in a folder, as far as they need no other build. */
export async function checkBuild(folder: string): Promise<BuildFindings> {
  const manifest = parseManifest(readFileSync(join(folder, 'remote.json'), 'utf8'));
  if (typeof manifest === 'string')
    return { rejected: [`remote.json cannot be read: ${manifest}\nBuild again.`], overridable: [] };
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
    files.set(integrity, {
      isIntact: true,
      bytes: body.length,
      wireBytes,
      ...inspectBytes(body, [manifest]),
    });
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
    ...uploadFindings(manifest, files),
    ...reasons(false),
  ];
  return { rejected: [...new Set(rejected)], overridable: reasons(true) };
}
