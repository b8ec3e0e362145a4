interface BatchOptions {
  /** How many batches may be under way at once. */
  readonly concurrency: number;
  readonly maxSize: number;
}

interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Does together what is asked for at the same time, so that many share one commit. `work` tells what came of each item;
 * where it throws, all of its items fail.
 */
export function createBatcher<T, R>(
  work: (items: readonly T[]) => Promise<(item: T) => R>,
  { concurrency, maxSize }: BatchOptions,
): (item: T) => Promise<R> {
  const waiting: Waiting<T, R>[] = [];
  let underWay = 0;

  async function executeIntent(batch: readonly Waiting<T, R>[]): Promise<void> {
    underWay++;
    try {
      const resultOf = await work(batch.map(({ item }) => item));
      for (const { item, resolve } of batch) resolve(resultOf(item));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      underWay--;
      startSoon();
    }
  }

  function start(): void {
    while (waiting.length > 0 && underWay < concurrency) void executeIntent(waiting.splice(0, maxSize));
  }

  /** Requests that came in together are all read before a batch begins. */
  function startSoon(): void {
    setImmediate(start);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length === 1) startSoon();
    });
}
