import { watch } from 'node:fs';

import { folderOf, inRoot, type BuildTarget } from './repository.ts';

const sharedSources = ['packages/contracts/src', 'packages/shell-kit/src', 'packages/ui/src'];

/** Calls back 100 ms after the last change with the apps whose sources have changed. */
export function watchApps(apps: readonly BuildTarget[], onChange: (changed: BuildTarget[]) => void): void {
  const changed = new Set<BuildTarget>();
  let timer: NodeJS.Timeout | undefined;
  const note = (touched: readonly BuildTarget[]) => {
    for (const app of touched) changed.add(app);
    clearTimeout(timer);
    timer = setTimeout(() => {
      onChange([...changed]);
      changed.clear();
    }, 100);
  };
  for (const app of apps) watch(inRoot(folderOf(app), 'src'), { recursive: true }, () => note([app]));
  for (const folder of sharedSources) watch(inRoot(folder), { recursive: true }, () => note(apps));
}
