import Watchpack from 'watchpack';

interface Watched {
  /** Absolute paths. A file below one is noticed, too. */
  readonly folders: readonly string[];
  /** Absolute paths. */
  readonly files?: readonly string[];
  /** Changes since then count, too. In ms since 1970. */
  readonly since: number;
}

/**
 * Calls back 100 ms after the last change. Calls never overlap; `onChange` must not reject. Every save is noticed, also by an editor or
 * by Git, which replace the file: `fs.watch` notices only the first of these. Returns a function that stops it.
 */
export function watchFiles(
  { folders, files = [], since }: Watched,
  onChange: () => void | Promise<void>,
): () => void {
  let last = Promise.resolve();
  const watcher = new Watchpack({ aggregateTimeout: 100 });
  watcher.on('aggregated', () => (last = last.then(onChange)));
  watcher.watch({ directories: folders, files, startTime: since });
  return () => watcher.close();
}
