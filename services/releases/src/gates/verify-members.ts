import { runGates, type Finding } from '@funnel/release-kit/gates/release-gates';

import type { ReleaseContext } from '../platform/release-context.ts';
import {
  changedVersions,
  describeUnreadable,
  readMembers,
  type ReadBuild,
} from '../registry/build-repository.ts';
import { inspectContent } from '../registry/inspect-content.ts';
import { inspectFiles } from '../registry/inspect-files.ts';
import { findSet, setIdOf, type Members } from '../sets/release-repository.ts';

/**
 * Runs the gates on the members as a set that replaces the live one. It reads every byte again. The smoke test is the one gate
 * that does not look at the files; `isSmokeTestRequired` is false before there can be one.
 */
export async function verifyMembers(
  { database: { db }, config }: ReleaseContext,
  readBuild: ReadBuild,
  members: Members,
  liveMembers: Members,
  isSmokeTestRequired = config.requireCertification,
): Promise<Finding[]> {
  const next = await readMembers(readBuild, members);
  const builds = [...(next.shell ? [next.shell] : []), ...next.remotes];
  const setId = setIdOf(members);
  // It may be that of another set with this id, but `insertSet` rejects such a set.
  const certification = (await findSet(db, setId))?.certification ?? null;
  const findings = builds.map(async (build) => [build, await inspectContent(build)] as const);
  // A manifest may be cached, and its row may have been changed since.
  const unreadable = [...next.unreadable, ...(await changedVersions(db, builds))];
  const reasons = unreadable.map(({ name, version }) => describeUnreadable(db, name, version));
  return runGates({
    ...next,
    setId,
    unreadable: await Promise.all(reasons),
    contentFindings: new Map(await Promise.all(findings)),
    live: await readMembers(readBuild, liveMembers),
    files: await inspectFiles(db, builds),
    certification: isSmokeTestRequired ? certification : 'not-required',
  });
}
