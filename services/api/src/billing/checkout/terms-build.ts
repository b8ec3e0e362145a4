import { findBuild } from '@funnel/releases/registry/build-repository';
import { findSet } from '@funnel/releases/sets/release-repository';

import type { Queries } from '../../platform/database.ts';

const termsRemote = 'mfe-legal';

/**
 * What a release set shows as the terms: `mfe-legal@1.2.0 sha256-…`, the hash being that of the build's manifest, which
 * lists the hash of every file. Published builds never change and stay, so the very words can be looked up ever after.
 * Null where the set is unknown.
 */
export async function termsBuildOf(db: Queries, setId: string | null): Promise<string | null> {
  const set = setId === null ? null : await findSet(db, setId);
  const version = set?.members[termsRemote];
  const build = version ? await findBuild(db, termsRemote, version) : undefined;
  return build ? `${termsRemote}@${build.version} sha256-${build.digest}` : null;
}
