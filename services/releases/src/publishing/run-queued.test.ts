import { runQueued } from './run-queued.ts';

const nothing = async () => undefined;

it('never blocks an owner whose uploads have ended, however many there were at once', async () => {
  for (let round = 0; round < 20; round++)
    await Promise.all([runQueued('ada', nothing), runQueued('ada', nothing)]);
});

it('lets 16 uploads of one owner wait, and 32 of all, and then accepts more', async () => {
  const upload = (owner: string) =>
    runQueued(owner, nothing).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
  const uploads = ['ada', 'ben', 'cy'].flatMap((owner) => Array.from({ length: 17 }, () => upload(owner)));
  const counts = new Map<string | undefined, number>();
  for (const result of await Promise.all(uploads)) counts.set(result, (counts.get(result) ?? 0) + 1);
  expect(counts).toEqual(
    new Map([
      ['done', 32],
      ['too-many-requests', 19],
    ]),
  );
  expect(await upload('cy')).toBe('done');
});
