import { withUploadSlot } from './upload-slots.ts';

const nothing = async () => undefined;
const tooManyRequests = expect.objectContaining({ code: 'too-many-requests' });

it('never blocks an owner whose uploads have ended, however many there were at once', async () => {
  for (let round = 0; round < 20; round++)
    await Promise.all([withUploadSlot('ada', nothing), withUploadSlot('ada', nothing)]);
});

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
])('leaves a slot to another owner while %j upload all they can', async (owners, expected) => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const accepted = owners.map(() => 0);
  const uploads = owners.flatMap((owner, index) =>
    Array.from({ length: 33 }, () =>
      withUploadSlot(owner, () => {
        accepted[index] = (accepted[index] ?? 0) + 1;
        return ended;
      }),
    ),
  );
  const results = Promise.allSettled(uploads);
  expect(accepted).toEqual(expected);
  await withUploadSlot('another', nothing);
  end();
  const rejected = (await results).filter(({ status }) => status === 'rejected');
  const total = expected.reduce((sum, count) => sum + count);
  expect(rejected).toEqual(
    Array(33 * owners.length - total).fill({ status: 'rejected', reason: tooManyRequests }),
  );
  await withUploadSlot('ada', nothing);
});
