import { randomBytes } from 'node:crypto';

import { versionedName, type RemoteManifest } from '@funnel/contracts/release';
import { canonicalJson, digestOf, insertBuild } from '@funnel/releases/registry/build-repository';

import { describeOnEachEngine, startTestApp, type TestApp } from '../platform/service.testkit.ts';
import { audit, prepareSet, promote, rollback, status, verifySet } from './release-calls.testkit.ts';
import {
  clientOf,
  integrityOf,
  publishProduct,
  publishTest,
  testQuiz,
  testRemote,
  testShell,
  testState,
  withFiles,
  type TestBuild,
} from './release.testkit.ts';

const quiz =
  (over: Partial<RemoteManifest> = {}) =>
  (version: string) =>
    testQuiz(version, over);
const megabytes = (count: number) => 'x'.repeat(count * 1024 * 1024);

/** Publishes a build without checks, as if it had been published before a check existed. */
async function publishUnchecked({ context }: TestApp, { manifest }: TestBuild): Promise<void> {
  const text = canonicalJson(manifest);
  const { name, version } = manifest;
  await insertBuild(context.database.db, {
    name,
    version,
    digest: digestOf(text),
    manifest: text,
    published_at: 0,
  });
}

/** Publishes a build without checks, after its files and those of others. */
const publishAfter =
  (...others: readonly TestBuild[]) =>
  async (app: TestApp, build: TestBuild): Promise<void> => {
    for (const other of others) await publishTest(app, other);
    await publishUnchecked(app, build);
  };

async function damage({ context }: TestApp, text: string, column: 'body' | 'body_br'): Promise<void> {
  const { db } = context.database;
  const rows = db.selectFrom('files').select(column).where('integrity', '=', integrityOf(text));
  const bytes = Buffer.from(Object.values(await rows.executeTakeFirstOrThrow())[0] ?? '');
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  await db
    .updateTable('files')
    .set({ [column]: bytes })
    .where('integrity', '=', integrityOf(text))
    .execute();
}

interface Fault {
  readonly fault: string;
  readonly build: (version: string) => TestBuild;
  /** Publishes the build, if not in the usual way. */
  publishFaulty?(app: TestApp, build: TestBuild): Promise<void>;
  /** The expected reasons in order. NEW stands for the faulty version. */
  readonly reasons: readonly RegExp[];
  readonly isOverridable?: true;
}

const faults: readonly Fault[] = [
  {
    fault: 'a flipped byte',
    build: quiz(),
    publishFaulty: async (app, build) => {
      await publishTest(app, build);
      await damage(app, build.texts['remote.1.js'] ?? '', 'body');
    },
    reasons: [/^The stored bytes of remote\.1\.js of mfe-quiz@NEW do not have its hash any more\. Restore/],
  },
  {
    fault: 'a flipped byte in the compressed copy',
    build: quiz(),
    publishFaulty: async (app, build) => {
      await publishTest(app, build);
      await damage(app, build.texts['remoteEntry.js'] ?? '', 'body_br');
    },
    reasons: [/^The stored bytes of remoteEntry\.js of mfe-quiz@NEW do not have its hash/],
  },
  {
    fault: 'a missing hash',
    build: quiz({ preload: ['remoteEntry.js', 'remote.2.js'] }),
    publishFaulty: async (app, { manifest, texts }) => {
      // Another app has the same files.
      const { manifest: other } = testRemote('mfe-files', manifest.version, {
        entry: 'other.js',
        preload: [],
      });
      const files = withFiles(
        { manifest: { ...other, files: manifest.files }, texts },
        {
          'other.js': `var ${other.container};`,
        },
      );
      await publishAfter(files)(app, { manifest, texts });
    },
    reasons: [/^mfe-quiz@NEW loads remote\.2\.js, but lists no hash for it .* Build it again/],
  },
  {
    fault: 'the container of another version',
    build: (version) => ({
      ...testQuiz(version),
      manifest: { ...testQuiz(version).manifest, files: testQuiz('1.0.9').manifest.files },
    }),
    publishFaulty: publishAfter(testQuiz('1.0.9')),
    reasons: [
      /^remoteEntry\.js of mfe-quiz@NEW does not define mfe_quiz_\d+_\d+_\d+\. Bundle it again under this version\.$/,
    ],
  },
  {
    fault: 'a bundled React',
    build: (version) =>
      withFiles(testQuiz(version), {
        'remote.1.js': 'e.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE={H:null}',
      }),
    reasons: [
      /^remote\.1\.js of mfe-quiz@NEW bundles its own React.* Import react and react-dom from the shell/,
    ],
  },
  {
    fault: 'an ES module, and a script that loads one',
    build: (version) =>
      withFiles(testQuiz(version), {
        'remote.1.js': 'export const remote = {};',
        'remoteEntry.js': `var ${versionedName('mfe-quiz', version)} = () => import('./remote.1.js');`,
      }),
    reasons: [
      /^remote\.1\.js of mfe-quiz@NEW is an ES module.* Build classic scripts, as webpack and Rspack do\.$/,
      /^remoteEntry\.js of mfe-quiz@NEW is an ES module, or loads one by import\(\)/,
    ],
  },
  {
    fault: 'a script that cannot be read and may be a module',
    build: (version) => withFiles(testQuiz(version), { 'remote.1.js': 'const get = `${import("./a.js")' }),
    reasons: [/^remote\.1\.js of mfe-quiz@NEW is an ES module, or loads one by import\(\)/],
  },
  {
    fault: 'a script with too many words that may load a module',
    build: (version) => withFiles(testQuiz(version), { 'remote.1.js': 'a.import;'.repeat(2001) }),
    reasons: [/^remote\.1\.js of mfe-quiz@NEW is too long to be checked .* Build smaller classic scripts/],
  },
  {
    fault: 'a script of more than 1 MB that may load a module',
    build: (version) => withFiles(testQuiz(version), { 'remote.1.js': `a.import;${megabytes(1)}` }),
    reasons: [
      /^remote\.1\.js of mfe-quiz@NEW is too long to be checked for ES modules/,
      /^mfe-quiz@NEW has 1025 KB of files; 1024 KB is the limit/,
    ],
  },
  {
    fault: 'a React version that the shell does not provide',
    build: quiz({ react: '^20.0.0' }),
    reasons: [/^mfe-quiz@NEW needs React \^20\.0\.0; shell@1\.0\.0 provides 19\.3\.1\. Promote a shell/],
  },
  {
    fault: 'a contract that is too new',
    build: quiz({ contract: 2 }),
    reasons: [/^mfe-quiz@NEW was built for contract 2; shell@1\.0\.0 serves 1\. Promote a shell/],
  },
  {
    fault: 'a path taken twice',
    build: quiz({ paths: ['/', '/goal', '/final'] }),
    reasons: [/^The path \/final has more than one owner: mfe-pricing@1\.0\.0, mfe-quiz@NEW\. Remove it/],
  },
  {
    fault: 'a widget taken twice',
    build: quiz({ widgets: ['card', 'card'] }),
    reasons: [/^The widget quiz\/card has more than one owner: mfe-quiz@NEW, mfe-quiz@NEW/],
  },
  {
    fault: 'a path lost',
    build: quiz({ paths: ['/'] }),
    reasons: [/^\/goal of mfe-quiz@1\.0\.0 is live now and would be lost\. To override, use --force/],
    isOverridable: true,
  },
  {
    fault: 'a widget lost',
    build: (version) => testRemote('mfe-checkout', version, { paths: ['/checkout', '/payment-success'] }),
    reasons: [/^checkout\/payment-form of mfe-checkout@1\.0\.0 is live now and would be lost/],
    isOverridable: true,
  },
  {
    fault: 'a linked path without an owner',
    build: quiz({ paths: ['/goal'], firstScreens: [] }),
    reasons: [
      /^No remote owns \/, which other parts of the funnel link to/,
      /^\/ of mfe-quiz@1\.0\.0 is live/,
    ],
  },
  {
    fault: 'a renamed field in stored state',
    build: (version) => testShell(version, { state: testState('specialGoal') }),
    reasons: [
      /^Visitors would lose what shell@1\.0\.0 has stored: goal, specialGoal\. Make shell@NEW read that format, too/,
      /^After a rollback visitors would lose what shell@NEW stores in another format: specialGoal, goal\. First/,
    ],
    isOverridable: true,
  },
  {
    fault: 'a stored format that is only partly read back',
    build: (version) =>
      testShell(version, {
        state: {
          writes: { goal: 'Vacation' },
          reads: [{ texts: { goal: 'Vacation' }, lost: ['specialGoal'] }],
        },
      }),
    reasons: [/lose what shell@1\.0\.0 has stored: specialGoal\./, /does not read back .*: specialGoal\./],
    isOverridable: true,
  },
  {
    fault: 'stored state that the new shell reads only beside another key',
    build: (version) => {
      const texts = { goal: 'Vacation', email: 'visitor@example.com' };
      return testShell(version, { state: { writes: texts, reads: [{ texts, lost: [] }] } });
    },
    reasons: [
      /^Visitors would lose what shell@1\.0\.0 has stored: email\./,
      /^After a rollback visitors would lose what shell@NEW stores in another format: email\./,
    ],
    isOverridable: true,
  },
  {
    fault: 'a shell that does not declare what it stores',
    build: (version) => testShell(version, { state: undefined }),
    reasons: [/^shell@NEW does not declare what it reads of the state that shell@1\.0\.0 has stored/],
    isOverridable: true,
  },
  {
    fault: 'an image of 2 MB',
    build: (version) => withFiles(testQuiz(version), { 'hero.png': megabytes(2) }),
    reasons: [
      /^mfe-quiz@NEW has 2049 KB of files; 1024 KB is the limit\. The largest is hero\.png with 2048 KB/,
    ],
    isOverridable: true,
  },
  {
    fault: 'a drawing of 2 MB, although it can be compressed',
    build: (version) => withFiles(testQuiz(version), { 'hero.svg': megabytes(2).replaceAll('x', 'y') }),
    reasons: [/^mfe-quiz@NEW has 2049 KB of files; 1024 KB is the limit\. The largest is hero\.svg with/],
    isOverridable: true,
  },
  {
    fault: 'too much code',
    build: (version) =>
      withFiles(testQuiz(version), { 'remote.1.js': randomBytes(110 * 1024).toString('base64') }),
    reasons: [
      /^mfe-quiz@NEW has \d+ KB of scripts and styles, compressed; 100 KB is the limit\. .* remote\.1\.js/,
    ],
    isOverridable: true,
  },
  {
    fault: 'too much code in the shell',
    build: (version) =>
      withFiles(testShell(version), { 'more.1.js': randomBytes(190 * 1024).toString('base64') }),
    reasons: [
      /^shell@NEW has \d+ KB of scripts and styles, compressed; 180 KB is the limit\. .* more\.1\.js/,
    ],
    isOverridable: true,
  },
];

describeOnEachEngine('the gates', (open) => {
  let app: TestApp;
  let versions = 0;
  let original: string | undefined;
  beforeAll(async () => {
    app = await startTestApp({ database: await open() });
    const { set } = await promote(clientOf(app), await publishProduct(app));
    original = set?.id;
  });
  afterEach(async () => {
    const { set } = await status(clientOf(app));
    if (set && set.id !== original) await rollback(clientOf(app), original);
  });
  afterAll(() => app.close());

  it.each(faults)(
    'reject $fault and say what to do',
    async ({ build, publishFaulty, reasons, isOverridable }) => {
      const version = `2.${versions++}.0`;
      const faultyBuild = build(version);
      await (publishFaulty ?? publishTest)(app, faultyBuild);
      const change = `${faultyBuild.manifest.name}@${version}`;
      const before = await status(clientOf(app));

      const { id } = await prepareSet(clientOf(app), [change]);
      const verification = await verifySet(clientOf(app), id);
      const actualReasons = verification.reasons.map((reason) => reason.replaceAll(`@${version}`, '@NEW'));
      expect(actualReasons).toEqual(reasons.map((reason) => expect.stringMatching(reason)));
      await expect(promote(clientOf(app), [change])).rejects.toMatchObject({
        code: 'promotion-refused',
        message: verification.reasons.join('\n'),
      });
      expect(await status(clientOf(app))).toEqual(before);

      const forced = promote(clientOf(app), [change], { force: true, note: 'wanted so' });
      if (!isOverridable) return expect(forced).rejects.toMatchObject({ code: 'promotion-refused' });
      expect((await forced).set?.id).toBe(id);
      const [move] = (await audit(clientOf(app))).deployments;
      const overridden = verification.reasons.map((reason) => reason.replace(/ To override, .*/, ''));
      expect(move?.note).toBe(`wanted so [forced: ${overridden.join(' ')}]`);
    },
  );

  it('accept a valid set without findings', async () => {
    // Its script has twice the bytes that a remote may send, and is sent with a few hundred.
    const script = `/* ${'x'.repeat(200 * 1024)} */`;
    await publishTest(app, withFiles(testQuiz('1.1.0'), { 'remote.1.js': script }));
    const { id } = await prepareSet(clientOf(app), ['mfe-quiz@1.1.0']);
    expect(await verifySet(clientOf(app), id)).toMatchObject({
      set: { id, members: { 'mfe-quiz': '1.1.0' } },
      reasons: [],
    });
    expect((await promote(clientOf(app), ['mfe-quiz@1.1.0'])).set?.id).toBe(id);
  });

  it('allow renaming a stored field in two steps: read both, then write the new one', async () => {
    await publishTest(app, testShell('1.1.0', { state: testState('goal', 'specialGoal') }));
    await promote(clientOf(app), ['shell@1.1.0']);
    await publishTest(app, testShell('1.2.0', { state: testState('specialGoal', 'goal') }));
    expect((await promote(clientOf(app), ['shell@1.2.0'])).set?.members['shell']).toBe('1.2.0');
  });

  it('compare with shells that do not declare what they store', async () => {
    await publishTest(app, testShell('1.3.0', { state: undefined }));
    await promote(clientOf(app), ['shell@1.3.0'], { force: true, note: 'as it was' });
    await publishTest(app, testShell('1.4.0'));
    expect((await promote(clientOf(app), ['shell@1.4.0'])).set?.members['shell']).toBe('1.4.0');
  });

  it('require a shell', async () => {
    const bare = await startTestApp({ database: await open() });
    await bare.context.database.db.deleteFrom('channels').execute();
    const remotes = ['mfe-quiz', 'mfe-pricing', 'mfe-checkout'].map((name) => `${name}@1.0.0`);
    for (const force of [false, true])
      await expect(promote(clientOf(bare), remotes, { force, note: 'now' })).rejects.toMatchObject({
        message: expect.stringContaining('The set has no shell.'),
      });
    await bare.close();
  });
});
