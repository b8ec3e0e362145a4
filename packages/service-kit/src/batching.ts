interface BatchOptions {
  /** How many batches may run at once. */
  readonly concurrency: number;
  readonly maxSize: number;
}

interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Groups items that are submitted at the same time into one batch, so that they share one commit. `work` returns a
 * function that maps each item to its result. If `work` throws, all items of the batch fail.
 */
export function createBatcher<T, R>(
  work: (items: readonly T[]) => Promise<(item: T) => R>,
  { concurrency, maxSize }: BatchOptions,
): (item: T) => Promise<R> {
  const waiting: Waiting<T, R>[] = [];
  let runningBatches = 0;

  async function runBatch(batch: readonly Waiting<T, R>[]): Promise<void> {
    runningBatches++;
    try {
      const resultOf = await work(batch.map(({ item }) => item));
      for (const { item, resolve } of batch) resolve(resultOf(item));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      runningBatches--;
      scheduleStart();
    }
  }

  function start(): void {
    while (waiting.length > 0 && runningBatches < concurrency) void runBatch(waiting.splice(0, maxSize));
  }

  /** Starts batches only after all requests of this event loop turn have been read. */
  function scheduleStart(): void {
    setImmediate(start);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length === 1) scheduleStart();
    });
}
