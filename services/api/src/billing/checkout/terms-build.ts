import { findBuild } from '@funnel/releases/registry/build-repository';
import { findSet } from '@funnel/releases/sets/release-repository';

import type { Queries } from '../../platform/database.ts';

const termsRemote = 'mfe-legal';

/**
 * Returns the build that contains a release set's terms, as `mfe-legal@1.2.0 sha256-…`. The hash is that of the build's
 * manifest, which lists the hash of every file. Published builds are permanent, so the exact text can be looked up
 * later. Null if the set is unknown.
 */
export async function termsBuildOf(db: Queries, setId: string | null): Promise<string | null> {
  const set = setId === null ? null : await findSet(db, setId);
  const version = set?.members[termsRemote];
  const build = version ? await findBuild(db, termsRemote, version) : undefined;
  return build ? `${termsRemote}@${build.version} sha256-${build.digest}` : null;
}
