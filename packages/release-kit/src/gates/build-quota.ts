import type { Manifest } from '@funnel/contracts/release';

import type { StoredFile } from './inspect-bytes.ts';

/** The maximum of one build. The size budgets of the gates are smaller, but can be overridden. */
const buildQuota = { files: 200, bytes: 10 * 1024 * 1024 } as const;

/** Describes how a build has too many files. */
export function fileCountFindings({ files }: Pick<Manifest, 'files'>): string[] {
  const count = Object.keys(files).length;
  return count > buildQuota.files ? [`It lists ${count} files; ${buildQuota.files} is the limit.`] : [];
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
    ? [`Its files have ${bytes} bytes together; ${buildQuota.bytes} is the limit for one build.`]
    : [];
}
