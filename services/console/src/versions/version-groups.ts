import type { VersionAnalytics } from '@funnel/contracts/release-analytics';
import type { PublishedBuilds, ReleaseStatus } from '@funnel/contracts/release-management';

import { copy } from '../content/copy.ts';
import { formatDifference } from '../content/format.ts';

const text = copy.versions;

export type Build = PublishedBuilds['builds'][number];
type VersionCounts = VersionAnalytics['versions'][number];

export interface Version {
  readonly build: Build;
  /** Whether the stable set or the canary has it. Otherwise it is only stored. */
  readonly state: 'live' | 'canary' | 'stored';
  /** Null if no visitor has had it. */
  readonly analytics: VersionCounts | null;
}

export interface VersionGroup {
  readonly name: string;
  /** Newest first. */
  readonly versions: readonly Version[];
  readonly live: Build | null;
}

/** Groups the published versions by app, the shell first, each with its state and analytics. */
export function groupVersions(
  { builds }: PublishedBuilds,
  { set, canary }: ReleaseStatus,
  analytics: VersionAnalytics | undefined,
): readonly VersionGroup[] {
  const names = [...new Set(builds.map(({ name }) => name))].sort((a, b) =>
    a === 'shell' ? -1 : b === 'shell' ? 1 : a < b ? -1 : 1,
  );
  const stateOf = ({ name, version }: Build): Version['state'] => {
    if (set?.members[name] === version) return 'live';
    return canary?.set.members[name] === version ? 'canary' : 'stored';
  };
  return names.map((name) => {
    const own = builds
      .filter((build) => build.name === name)
      .sort((a, b) => b.publishedAt - a.publishedAt || (a.version < b.version ? 1 : -1));
    const versions = own.map((build) => ({
      build,
      state: stateOf(build),
      analytics:
        analytics?.versions.find((one) => one.name === name && one.version === build.version) ?? null,
    }));
    return { name, versions, live: versions.find(({ state }) => state === 'live')?.build ?? null };
  });
}

/** The differences between a build and the live one in one line. */
export function describeDifferences(build: Build, live: Build): string {
  const bytes = build.bytes - live.bytes;
  const addedPaths = build.paths.filter((path) => !live.paths.includes(path));
  const removedPaths = live.paths.filter((path) => !build.paths.includes(path));
  const [from, to] = [live.contracts.join(', '), build.contracts.join(', ')];
  const differences = [
    ...(bytes === 0 ? [] : [text.sizeChange(formatDifference(bytes))]),
    ...(addedPaths.length === 0 ? [] : [text.addedPaths(addedPaths.join(', '))]),
    ...(removedPaths.length === 0 ? [] : [text.removedPaths(removedPaths.join(', '))]),
    ...(from === to ? [] : [text.shellApiChange(from, to)]),
  ];
  return differences.length > 0 ? differences.join('. ') : text.same;
}
