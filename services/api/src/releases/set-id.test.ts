import { findSet, insertSet, setIdOf } from '@funnel/releases/sets/release-repository';

import { describeOnEachEngine } from '../platform/service.testkit.ts';

const members = (legal: string) => ({
  'mfe-checkout': '1.0.0',
  'mfe-legal': legal,
  'mfe-pricing': '1.0.0',
  'mfe-quiz': '1.3.0',
  shell: '1.0.0',
});
// Found by trying 40 million versions.
const reviewed = members('2.0.7168535');
const other = members('2.0.19071778');

describeOnEachEngine('two sets with one id', (open) => {
  it('are never taken for each other: the second one is rejected', async () => {
    expect(setIdOf(other)).toBe(setIdOf(reviewed));
    const { db, close } = await open();
    await insertSet(db, reviewed, 1);
    await expect(insertSet(db, other, 2)).rejects.toMatchObject({
      code: 'promotion-refused',
      data: { reasons: [expect.stringContaining('belongs to a set with other versions')] },
    });
    expect((await findSet(db, setIdOf(other)))?.members).toEqual(reviewed);
    await insertSet(db, reviewed, 3);
    await close();
  });
});
