import { createBatcher } from './batching.ts';

/** Returns batch work that finishes when the test decides. */
function createControlledWork() {
  const batches: { items: readonly number[]; finish: () => void; fail: (error: Error) => void }[] = [];
  const work = (items: readonly number[]) =>
    new Promise<(item: number) => number>((resolve, reject) => {
      batches.push({ items, finish: () => resolve((item) => item * 10), fail: reject });
    });
  return { batches, work, sizes: () => batches.map(({ items }) => items.length) };
}
const nextLoopTurn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

it('runs concurrent items in one batch, returns each item its own result, and queues later items for the next batch', async () => {
  const { batches, work, sizes } = createControlledWork();
  const send = createBatcher(work, { concurrency: 1, maxSize: 3 });
  const first = [1, 2, 3, 4].map(send);
  await nextLoopTurn();
  const later = send(5);
  await nextLoopTurn();
  expect(sizes()).toEqual([3]);
  batches[0]?.finish();
  await nextLoopTurn();
  expect(batches[1]?.items).toEqual([4, 5]);
  batches[1]?.finish();
  expect(await Promise.all([...first, later])).toEqual([10, 20, 30, 40, 50]);
});

it('rejects every item of a failed batch and continues with the next batch', async () => {
  const { batches, work } = createControlledWork();
  const send = createBatcher(work, { concurrency: 1, maxSize: 10 });
  const outcome = Promise.allSettled([send(1), send(2)]);
  await nextLoopTurn();
  batches[0]?.fail(new Error('away'));
  expect((await outcome).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = send(3);
  await nextLoopTurn();
  batches[1]?.finish();
  expect(await next).toBe(30);
});

it('does not wait for a stalled batch if concurrency allows another', async () => {
  const { batches, work, sizes } = createControlledWork();
  const send = createBatcher(work, { concurrency: 2, maxSize: 10 });
  void send(1);
  await nextLoopTurn();
  const second = send(2);
  await nextLoopTurn();
  void send(3);
  await nextLoopTurn();
  expect(sizes()).toEqual([1, 1]);
  batches[1]?.finish();
  expect(await second).toBe(20);
  await nextLoopTurn();
  expect(sizes()).toEqual([1, 1, 1]);
});
