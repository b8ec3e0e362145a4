import { readContractReport } from '@funnel/releases/registry/contract-report';
import { createBuildReader, createBuildSummarizer } from '@funnel/releases/registry/build-repository';

import {
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { promote } from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz, testShell } from './release.testkit.ts';
import { release } from './run-release.testkit.ts';

describeOnEachEngine('the report of contracts', (open) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: await open() });
    await promote(clientOf(app), await publishProduct(app));
    await publishTest(app, testShell('2.0.0', { contracts: [1, 2] }));
    await publishTest(app, testQuiz('2.0.0', { contract: 2 }));
    await promote(clientOf(app), ['shell@2.0.0']);
    await promote(clientOf(app), ['mfe-quiz@2.0.0'], { canary: 10 });
  });
  afterAll(() => app.close());

  it('names the remotes that use each contract, what they are to visitors, and until when it is accepted', async () => {
    const { database, log } = app.context;
    const summarizeBuild = createBuildSummarizer(createBuildReader(database.db, log));
    const versions = [
      { contract: 1, acceptedUntil: '2027-06-30' },
      { contract: 3, acceptedUntil: null },
    ];
    const { contracts } = await readContractReport(database.db, summarizeBuild, versions);
    expect(contracts).toEqual([
      {
        contract: 1,
        acceptedUntil: '2027-06-30',
        isServed: true,
        remotes: expect.arrayContaining([
          { name: 'mfe-quiz', version: '1.0.0', state: 'live' },
          { name: 'mfe-pricing', version: '1.0.0', state: 'live' },
          { name: 'mfe-checkout', version: '1.0.0', state: 'live' },
        ]),
      },
      {
        contract: 2,
        acceptedUntil: null,
        isServed: true,
        remotes: [{ name: 'mfe-quiz', version: '2.0.0', state: 'canary' }],
      },
      { contract: 3, acceptedUntil: null, isServed: false, remotes: [] },
    ]);
    expect(contracts[0]?.remotes).toHaveLength(3);
  });

  it('is printed by the release command, as the service states it', async () => {
    const { stdout } = await release(app.operatorsOrigin, ['contracts']);
    expect(stdout).toMatch(
      /^contract 1: no end is decided\n(?: {2}mfe-\S+@1\.0\.0 +live\n){3}contract 2: no end is decided\n {2}mfe-quiz@2\.0\.0 {2}canary\n$/,
    );
    const response = await app.request('/api/releases/contracts', {
      headers: { authorization: `Bearer ${testOperatorToken}` },
    });
    expect(Object(await response.json()).contracts).toHaveLength(2);
  });

  it('names what visitors get also after more versions than it lists', async () => {
    const { database, log } = app.context;
    const build = await database.db
      .selectFrom('builds')
      .selectAll()
      .where('name', '=', 'mfe-quiz')
      .where('version', '=', '1.0.0')
      .executeTakeFirstOrThrow();
    const later = Array.from({ length: 500 }, (_, number) => ({
      ...build,
      version: `1.1.${number}`,
      published_at: build.published_at + 3_600_000,
    }));
    await database.db.insertInto('builds').values(later).execute();
    // A shell that no visitor gets serves nobody.
    await publishTest(app, testShell('3.0.0', { contracts: [3] }));
    const summarizeBuild = createBuildSummarizer(createBuildReader(database.db, log));
    const { contracts } = await readContractReport(database.db, summarizeBuild, []);
    expect(contracts.map(({ contract, isServed }) => [contract, isServed])).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ]);
    const visited = contracts.flatMap(({ remotes }) => remotes).filter(({ state }) => state !== 'stored');
    expect(visited.map(({ name, version, state }) => `${name}@${version} ${state}`).toSorted()).toEqual([
      'mfe-checkout@1.0.0 live',
      'mfe-pricing@1.0.0 live',
      'mfe-quiz@1.0.0 live',
      'mfe-quiz@2.0.0 canary',
    ]);
  });
});
