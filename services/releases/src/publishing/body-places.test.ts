import { withBodyPlace } from './body-places.ts';

const nothing = async () => undefined;

it('never blocks an owner whose uploads have ended, however many there were at once', async () => {
  for (let round = 0; round < 20; round++)
    await Promise.all([withBodyPlace('ada', nothing), withBodyPlace('ada', nothing)]);
});

const upload = (owner: string) =>
  withBodyPlace(owner, nothing).then(
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

// 32 places are for all. An owner takes at most half of those that the others have left.
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
])('leaves a place to another owner while %j upload all they can', async (owners, accepted) => {
  expect(await countAccepted(owners)).toEqual(accepted);
  expect(await upload('cy')).toBe('done');
});
