import { createBatcher } from './batching.ts';

/** Work that is done when the test says so. */
function held() {
  const batches: { items: readonly number[]; finish: () => void; fail: (error: Error) => void }[] = [];
  const work = (items: readonly number[]) =>
    new Promise<(item: number) => number>((resolve, reject) => {
      batches.push({ items, finish: () => resolve((item) => item * 10), fail: reject });
    });
  return { batches, work, sizes: () => batches.map(({ items }) => items.length) };
}
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

it('does together what comes together, tells each its own result, and keeps what comes meanwhile for the next', async () => {
  const { batches, work, sizes } = held();
  const send = createBatcher(work, { concurrency: 1, maxSize: 3 });
  const first = [1, 2, 3, 4].map(send);
  await turn();
  const later = send(5);
  await turn();
  expect(sizes()).toEqual([3]);
  batches[0]?.finish();
  await turn();
  expect(batches[1]?.items).toEqual([4, 5]);
  batches[1]?.finish();
  expect(await Promise.all([...first, later])).toEqual([10, 20, 30, 40, 50]);
});

it('fails what shared the batch, and goes on', async () => {
  const { batches, work } = held();
  const send = createBatcher(work, { concurrency: 1, maxSize: 10 });
  const outcome = Promise.allSettled([send(1), send(2)]);
  await turn();
  batches[0]?.fail(new Error('away'));
  expect((await outcome).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = send(3);
  await turn();
  batches[1]?.finish();
  expect(await next).toBe(30);
});

it('does not wait for a batch that stands still where there are several lanes', async () => {
  const { batches, work, sizes } = held();
  const send = createBatcher(work, { concurrency: 2, maxSize: 10 });
  void send(1);
  await turn();
  const second = send(2);
  await turn();
  void send(3);
  await turn();
  expect(sizes()).toEqual([1, 1]);
  batches[1]?.finish();
  expect(await second).toBe(20);
  await turn();
  expect(sizes()).toEqual([1, 1, 1]);
});
