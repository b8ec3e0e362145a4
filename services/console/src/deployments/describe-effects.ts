import type { DeploymentEffects } from '@funnel/contracts/release-management';

import { copy } from '../content/copy.ts';
import { formatBytes, formatCount, formatDuration } from '../content/format.ts';

const text = copy.deployments.changed;
const maxPaths = 3;

function describePaths(paths: readonly string[]): string {
  if (paths.length === 0) return text.everyPath;
  const named = paths.slice(0, maxPaths).join(', ');
  return paths.length > maxPaths ? text.morePaths(named, formatCount(paths.length - maxPaths)) : named;
}

/** Who is in the funnel: a sentence each. */
export const describeVisitors = ({
  inFlight,
  keptForMs,
}: Pick<DeploymentEffects, 'inFlight' | 'keptForMs'>): string[] => [
  ...inFlight.map(({ number, visitors }) => text.inFlight(number, visitors, formatCount(visitors))),
  text.kept(formatDuration(keptForMs)),
];

/** What differs from the stable set, what a visitor downloads, and who is in the funnel: a sentence each. */
export function describeEffects({ changes, downloadBytes, ...visitors }: DeploymentEffects): string[] {
  return [
    ...changes.map(({ name, from, to, paths }) =>
      text.app(copy.deployments.change(name, from ?? copy.none, to ?? copy.none), describePaths(paths)),
    ),
    changes.length === 0 ? copy.deployments.same : text.download(formatBytes(downloadBytes)),
    ...describeVisitors(visitors),
  ];
}
