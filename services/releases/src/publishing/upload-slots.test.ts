import { withUploadSlot } from './upload-slots.ts';

const nothing = async () => undefined;

it('never blocks an owner whose uploads have ended, however many there were at once', async () => {
  for (let round = 0; round < 20; round++)
    await Promise.all([withUploadSlot('ada', nothing), withUploadSlot('ada', nothing)]);
});

const upload = (owner: string) =>
  withUploadSlot(owner, nothing).then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

/** How many of 33 uploads of each owner, which all wait at once, were accepted. */
async function countAccepted(owners: readonly string[]): Promise<number[]> {
  const waiting = owners.map((owner) => Array.from({ length: 33 }, () => upload(owner)));
  const results = await Promise.all(waiting.map((uploads) => Promise.all(uploads)));
  expect(new Set(results.flat())).toEqual(new Set(['done', 'too-many-requests']));
  return results.map((ofOwner) => ofOwner.filter((result) => result === 'done').length);
}

// 32 slots are for all. An owner takes at most half of those that the others have left.
it.each([
  [['ada'], [16]],
  [
    ['ada', 'ben'],
    [16, 8],
  ],
  [
    ['ada', 'ben', 'cy'],
    [16, 8, 4],
  ],
  [
    ['ada', 'ben', 'cy', 'dan', 'eve'],
    [16, 8, 4, 2, 1],
  ],
])('leaves a slot to another owner while %j upload all they can', async (owners, accepted) => {
  expect(await countAccepted(owners)).toEqual(accepted);
  expect(await upload('cy')).toBe('done');
});
