import { watchFiles } from '@funnel/remote-tools/dev/watch-files';

import { folderOf, inRoot, type BuildTarget } from './repository.ts';

const sharedSources = ['packages/contracts/src', 'packages/shell-kit/src', 'packages/ui/src'];

/** Calls back 100 ms after the last change of the sources of one of the apps. Calls never overlap. */
export function watchApps(apps: readonly BuildTarget[], onChange: () => Promise<void>): void {
  const sources = apps.map((app) => inRoot(folderOf(app), 'src'));
  watchFiles({ folders: [...sources, ...sharedSources.map((folder) => inRoot(folder))] }, onChange);
}
