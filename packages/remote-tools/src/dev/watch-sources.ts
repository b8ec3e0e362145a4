import { watch } from 'node:fs';
import { join } from 'node:path';

/** Calls back 100 ms after the last change of a remote's sources. Calls never overlap. */
export function watchSources(root: string, onChange: () => Promise<void>): void {
  let last = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const note = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (last = last.then(onChange)), 100);
  };
  watch(join(root, 'src'), { recursive: true }, note);
  watch(join(root, 'remote.config.ts'), note);
}
