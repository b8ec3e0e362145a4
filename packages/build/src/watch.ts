import { watchFiles } from '@funnel/remote-tools/dev/watch-files';

import { folderOf, inRoot, type BuildTarget } from './repository.ts';

const sharedSources = ['packages/contracts/src', 'packages/shell-kit/src', 'packages/ui/src'];

/**
 * Calls back 100 ms after the last change of the sources of one of the apps, counted from `since` (ms since 1970), which is before their
 * first build. Calls never overlap; `onChange` must not reject.
 */
export function watchApps(apps: readonly BuildTarget[], since: number, onChange: () => Promise<void>): void {
  const sources = apps.map((app) => inRoot(folderOf(app), 'src'));
  const folders = [...sources, ...sharedSources.map((folder) => inRoot(folder))];
  watchFiles({ folders, since }, onChange);
}
