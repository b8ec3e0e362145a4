import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { releaseCommand } from '@funnel/releases/cli/release-command';

import {
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { publishProduct } from './release.testkit.ts';

/** A test in Playwright's JSON report (https://playwright.dev/docs/test-reporters#json-reporter), with what it has tested. */
const aTest = (tested: string, error?: string) => ({
  annotations: [
    { type: 'browser', description: '140.0' },
    { type: 'walked', description: tested },
  ],
  results: [error === undefined ? {} : { error: { message: error } }],
});
type Counts = Partial<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>;
const aReport = (counts: Counts, tests: readonly object[], errors: readonly object[] = []) => ({
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...counts },
  errors,
  suites: tests.length > 0 ? [{ specs: [{ tests }] }] : [],
});

describeOnEachEngine('the command that certifies a set', (open) => {
  let app: TestApp;
  let setId = '';
  let root = '';
  const playwright = () => join(root, 'node_modules/@playwright/test');

  beforeAll(async () => {
    app = await startTestApp({ database: await open() });
    root = mkdtempSync(join(tmpdir(), 'funnel-certify-'));
    mkdirSync(playwright(), { recursive: true });
    setId = (await run('prepare', ...(await publishProduct(app)))).stdout.trim();
  });
  afterAll(async () => {
    rmSync(root, { recursive: true });
    await app.close();
  });

  const run = (...args: string[]) =>
    releaseCommand(args, {
      environment: { RELEASE_URL: app.operatorsOrigin, OPERATOR_TOKEN: testOperatorToken },
      rootFolder: root,
    });
  /** Certifies the set with a test runner that writes this report. */
  function certifyWith(report: object, before = '') {
    const program = `${before}require('fs').writeFileSync(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE, ${JSON.stringify(JSON.stringify(report))})`;
    writeFileSync(join(playwright(), 'cli.js'), program);
    return run('certify', setId);
  }
  const stored = async () =>
    JSON.parse((await run('prepare', ...(await publishProduct(app)), '--json')).stdout).certification;

  it('stores that every test passed, and what was tested', async () => {
    const tests = [aTest('25 screens'), aTest('a payment')];
    expect(await certifyWith(aReport({ expected: 2 }, tests))).toMatchObject({
      status: 0,
      stdout: `set ${setId}: smoke test passed: 25 screens\na payment\n`,
    });
    expect(await stored()).toMatchObject({ outcome: 'passed', report: '25 screens\na payment' });
  });

  it.each([
    [
      'one of its tests failed',
      aReport({ expected: 1, unexpected: 1 }, [
        aTest('25 screens'),
        aTest('', '\u001b[31mno card field\u001b[39m'),
      ]),
      'no card field\n25 screens',
    ],
    ['a test was skipped', aReport({ expected: 1, skipped: 1 }, [aTest('25 screens')]), '25 screens'],
    ['a test passed only the second time', aReport({ flaky: 1 }, [aTest('25 screens')]), '25 screens'],
    [
      'an error happened beside the tests',
      aReport({ expected: 1 }, [aTest('25 screens')], [{ message: 'worker ended' }]),
      'worker ended',
    ],
  ])('exits with 1 and stores the failure if %s', async (_, report, reason) => {
    const { status, stdout, stderr } = await certifyWith(report);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(new RegExp(`^set ${setId}: smoke test failed: ${reason}\\n`));
    expect(await stored()).toMatchObject({ outcome: 'failed', report: expect.stringContaining(reason) });
  });

  it('runs the remotes without secrets in their environment', async () => {
    const secrets = {
      OPERATOR_TOKEN: testOperatorToken,
      DATABASE_URL: 'postgres://funnel:secret-of-the-database@db/funnel',
      GITHUB_TOKEN: 'secret-of-the-workflow',
    };
    const before = { ...process.env };
    Object.assign(process.env, secrets, { CHROMIUM_PATH: '/opt/chromium' });
    const file = join(root, 'environment.json');
    const keep = `require('fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env));`;
    try {
      await certifyWith(aReport({ expected: 1 }, [aTest('25 screens')]), keep);
    } finally {
      for (const name of ['CHROMIUM_PATH', ...Object.keys(secrets)]) delete process.env[name];
      Object.assign(process.env, before);
    }
    const environment = readFileSync(file, 'utf8');
    for (const needed of [setId, '/opt/chromium']) expect(environment).toContain(needed);
    for (const secret of Object.values(secrets)) expect(environment).not.toContain(secret);
  });

  it('warns of a deprecated version in the set', async () => {
    await run('deprecate', 'mfe-quiz', '1.0.0', '--reason', 'it is slow');
    expect(await certifyWith(aReport({ expected: 1 }, [aTest('25 screens')]))).toMatchObject({
      status: 0,
      stderr: 'Warning: mfe-quiz@1.0.0 is deprecated: it is slow\n',
    });
  });

  it.each([
    ['no test ran', aReport({}, [], [{ message: 'No tests found' }]), 'No tests found'],
    [
      'there is no browser',
      aReport({ unexpected: 1 }, [
        { annotations: [], results: [{ error: { message: 'Failed to launch chromium' } }] },
      ]),
      'Failed to launch chromium',
    ],
    ['nothing says why', aReport({}, []), 'No test ran.'],
  ])('stores nothing if %s, and says so', async (_, report, reason) => {
    const before = await stored();
    expect(await certifyWith(report)).toMatchObject({
      status: 1,
      stderr: `The smoke test could not start: ${reason}\n`,
    });
    expect(await stored()).toEqual(before);
  });

  it('stores nothing if the test did not start, and says so without naming the service', async () => {
    const before = await stored();
    writeFileSync(join(playwright(), 'cli.js'), '');
    const { status, stderr } = await run('certify', setId);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The smoke test could not start: /);
    expect(stderr).not.toContain('Sent to');
    expect(await stored()).toEqual(before);
  });
});
