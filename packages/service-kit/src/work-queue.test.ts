import { createWorkQueue } from './work-queue.ts';

it('runs work one after another, in the order in which it came', async () => {
  const run = createWorkQueue();
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await new Promise(setImmediate);
    seen.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([run(work('one')), run(work('two'))])).toEqual(['one', 'two']);
  expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

it('runs the work after one that failed, and rejects the failed one alone', async () => {
  const run = createWorkQueue();
  const failing = run(async () => {
    throw new Error('the disk is full');
  });
  const next = run(async () => 'done');
  await expect(failing).rejects.toThrow('the disk is full');
  expect(await next).toBe('done');
});
