import { uploadLimits } from '@funnel/contracts/operator-endpoints';
import type { Manifest } from '@funnel/contracts/release';

import type { StoredFile } from './inspect-bytes.ts';

const megabyte = 1024 * 1024;
/** The maximum of one build. The size budgets of the gates are smaller, but can be overridden. */
const buildQuota = { files: 200, bytes: 10 * megabyte } as const;

/** Rounded up, so that what is above a limit never reads as the limit. */
const inMegabytes = (bytes: number): string => `${(Math.ceil((bytes * 10) / megabyte) / 10).toFixed(1)} MB`;

/** Describes how a build has too many files. */
export function fileCountFindings({ files }: Pick<Manifest, 'files'>): string[] {
  const count = Object.keys(files).length;
  return count > buildQuota.files
    ? [`It lists ${count} files; ${buildQuota.files} is the limit. Bundle them into fewer.`]
    : [];
}

/** Describes how the files of a build are too large together, by their bytes and not by the manifest. */
export function byteQuotaFindings(
  { files }: Pick<Manifest, 'files'>,
  stored: ReadonlyMap<string, Pick<StoredFile, 'bytes'>>,
): string[] {
  const bytes = Object.values(files).reduce(
    (sum, { integrity }) => sum + (stored.get(integrity)?.bytes ?? 0),
    0,
  );
  return bytes > buildQuota.bytes
    ? [
        `Its files have ${inMegabytes(bytes)} together; ${buildQuota.bytes / megabyte} MB is the limit for one build. Compress some, or leave them out.`,
      ]
    : [];
}

/** Describes the files, and the manifest itself, that are too large to be sent to the service. */
export function uploadFindings(
  manifest: Manifest,
  stored: ReadonlyMap<string, Pick<StoredFile, 'bytes'>>,
): string[] {
  const { fileBytes, manifestBytes } = uploadLimits;
  const ofFiles = Object.entries(manifest.files).flatMap(([path, { integrity }]) => {
    const bytes = stored.get(integrity)?.bytes ?? 0;
    return bytes > fileBytes
      ? [
          `${path} has ${inMegabytes(bytes)}; ${fileBytes / megabyte} MB is the limit for one file. Split or compress it.`,
        ]
      : [];
  });
  const bytes = Buffer.byteLength(JSON.stringify(manifest));
  return bytes > manifestBytes
    ? [
        ...ofFiles,
        `remote.json has ${inMegabytes(bytes)}; ${manifestBytes / megabyte} MB is the limit. Prerender fewer screens, or shorten their CSS.`,
      ]
    : ofFiles;
}
