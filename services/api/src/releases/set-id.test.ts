import { findSet, insertSet, setIdOf } from '@funnel/releases/sets/release-repository';

import { describeOnEachEngine, startTestApp, type TestApp } from '../platform/service.testkit.ts';
import { prepareSet, promote, status } from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from './release.testkit.ts';

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
const rejection = { reasons: [expect.stringContaining('belongs to a set with other versions')] };

describeOnEachEngine('two sets with one id', (open) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: await open() });
  });
  afterAll(() => app.close());

  it('are never taken for each other: the second one is rejected', async () => {
    const { db } = app.context.database;
    expect(setIdOf(other)).toBe(setIdOf(reviewed));
    await insertSet(db, reviewed, 1);
    await expect(insertSet(db, other, 2)).rejects.toMatchObject({ data: rejection });
    expect((await findSet(db, setIdOf(other)))?.members).toEqual(reviewed);
    await insertSet(db, reviewed, 3);
  });

  it('are not taken for each other by a promotion either, which would then say that it changes nothing', async () => {
    const { db } = app.context.database;
    const { set } = await promote(clientOf(app), await publishProduct(app));
    await publishTest(app, testQuiz('1.1.0'));
    // The live set gets the id of the set with the new version.
    const { id } = await prepareSet(clientOf(app), ['mfe-quiz@1.1.0']);
    await db
      .updateTable('release_sets')
      .set({ members: JSON.stringify(set?.members) })
      .where('id', '=', id)
      .execute();
    await db.updateTable('channels').set({ set_id: id }).execute();
    await expect(promote(clientOf(app), ['mfe-quiz@1.1.0'])).rejects.toThrow(
      'belongs to a set with other versions',
    );
    expect((await status(clientOf(app))).set?.members).toEqual(set?.members);
  });
});
