import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runRelease } from '@funnel/releases/cli/run-release';

import {
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { publishProduct } from './release.testkit.ts';

jest.setTimeout(60_000);

/** A spec in Playwright's JSON report, https://playwright.dev/docs/api/class-testreporter, with what it has tested. */
const specOf = (ok: boolean, tested: string, error?: string) => ({
  ok,
  tests: [
    {
      annotations: [{ type: 'tested', description: tested }],
      results: [error === undefined ? {} : { error: { message: error } }],
    },
  ],
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
    runRelease(args, {
      environment: { RELEASE_URL: app.operatorsOrigin, OPERATOR_TOKEN: testOperatorToken },
      rootFolder: root,
    });
  /** Certifies the set with a test runner that writes this report. */
  function certifyWith(report: object) {
    const program = `require('fs').writeFileSync(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE, ${JSON.stringify(JSON.stringify(report))})`;
    writeFileSync(join(playwright(), 'cli.js'), program);
    return run('certify', setId);
  }
  const stored = async () =>
    JSON.parse((await run('prepare', ...(await publishProduct(app)), '--json')).stdout).certification;

  it('stores that every test passed, and what was tested', async () => {
    const specs = [specOf(true, '25 screens'), specOf(true, 'a payment')];
    expect(await certifyWith({ errors: [], suites: [{ specs }] })).toMatchObject({
      status: 0,
      stdout: `set ${setId}: smoke test passed: 25 screens\na payment\n`,
    });
    expect(await stored()).toMatchObject({ outcome: 'passed', report: '25 screens\na payment' });
  });

  it.each([
    [
      'one of its tests failed',
      {
        errors: [],
        suites: [
          { specs: [specOf(true, '25 screens'), specOf(false, '', '\u001b[31mno card field\u001b[39m')] },
        ],
      },
      'no card field\n25 screens',
    ],
    ['no test ran', { errors: [{ message: 'No tests found' }], suites: [] }, 'No tests found'],
  ])('exits with 1 and stores the failure if %s', async (_, report, reason) => {
    const { status, stdout, stderr } = await certifyWith(report);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(reason);
    expect(await stored()).toMatchObject({ outcome: 'failed', report: expect.stringContaining(reason) });
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
