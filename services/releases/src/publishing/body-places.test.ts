import { withBodyPlace } from './body-places.ts';

const nothing = async () => undefined;

it('never blocks an owner whose uploads have ended, however many there were at once', async () => {
  for (let round = 0; round < 20; round++)
    await Promise.all([withBodyPlace('ada', nothing), withBodyPlace('ada', nothing)]);
});

it('lets 16 uploads of one owner wait, and 32 of all, and then accepts more', async () => {
  const upload = (owner: string) =>
    withBodyPlace(owner, nothing).then(
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
