import { releasedRemoteSchema, type ReleasedRemote, type RemoteManifest } from '@funnel/contracts/release';

import { isCode } from '../gates/release-gates.ts';

export const remoteBase = ({ name, version }: { name: string; version: string }) =>
  `/remotes/${name}/${version}/`;

/** Converts a manifest to the format that the browser needs. */
export function toReleasedRemote(manifest: RemoteManifest): ReleasedRemote {
  const base = remoteBase(manifest);
  const loaded = Object.entries(manifest.files).filter(([, { type }]) => isCode(type));
  const integrity = Object.fromEntries(loaded.map(([path, file]) => [base + path, file.integrity]));
  return releasedRemoteSchema.parse({ ...manifest, base, integrity });
}
