import { cachedByKey } from './cached-by-cost.ts';

it('queues results of 100 keys, and rejects others until one of them is read', async () => {
  const read: number[] = [];
  let letFirstEnd = (): void => undefined;
  const firstEnd = new Promise<void>((resolve) => {
    letFirstEnd = resolve;
  });
  const cached = cachedByKey<number>();
  const resultOf = (key: number) =>
    cached(String(key), async () => {
      read.push(key);
      await firstEnd;
      return key;
    });
  const keys = Array.from({ length: 100 }, (_, key) => key);
  const queued = keys.map(resultOf);

  await expect(resultOf(100)).rejects.toMatchObject({ code: 'too-many-requests', retryAfterSeconds: 10 });
  // A rejected key takes the place of no other one.
  queued.push(resultOf(0));
  letFirstEnd();
  expect(await Promise.all(queued)).toEqual([...keys, 0]);
  expect(read).toEqual(keys);
  expect(await resultOf(100)).toBe(100);
});
