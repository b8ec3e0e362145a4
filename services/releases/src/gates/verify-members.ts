import { contentFaults } from '../content/content-findings.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import { readMembers, whyUnreadable, type ReadBuild } from '../registry/build-repository.ts';
import { hashesOf } from '../registry/file-repository.ts';
import { inspectFiles } from '../registry/inspect-files.ts';
import { findSet, setIdOf, type Members } from '../sets/release-repository.ts';
import { runGates, type Finding } from './release-gates.ts';

/** What stands against the members as one set in place of the live one. Reads every byte of it anew. */
export async function verifyMembers(
  { database: { db }, config }: ReleaseContext,
  readBuild: ReadBuild,
  members: Members,
  live: Members,
): Promise<Finding[]> {
  const next = await readMembers(readBuild, members);
  const builds = [...(next.shell ? [next.shell] : []), ...next.remotes];
  const setId = setIdOf(members);
  const faults = builds.map(async (build) => [build, await contentFaults(build)] as const);
  const reasons = next.unreadable.map(({ name, version }) => whyUnreadable(db, name, version));
  return runGates({
    ...next,
    setId,
    unreadable: await Promise.all(reasons),
    contentFaults: new Map(await Promise.all(faults)),
    live: await readMembers(readBuild, live),
    files: await inspectFiles(db, builds.flatMap(hashesOf)),
    certification: config.requireCertification
      ? ((await findSet(db, setId))?.certification ?? null)
      : 'not-required',
  });
}
