import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '@funnel/service-kit/http/free-port';
import { startProduct } from '@funnel/build/product/start-product';
import { inRoot } from '@funnel/build/repository';
import { expect, test } from '@playwright/test';

import { memberIn } from './support/last-published.ts';

const run = promisify(execFile);

/** The shell commands of the numbered steps under "First release", without those that prepare the clone, which is built already. */
function runbookCommands(): string {
  const runbook = readFileSync(inRoot('docs/runbooks/scaling.md'), 'utf8');
  const section = runbook.split('\n## First release\n')[1]?.split('\n## ')[0] ?? '';
  const blocks = [...section.matchAll(/^ {3}```sh\n([\s\S]*?)^ {3}```$/gm)].map(([, block = '']) => block);
  return (
    blocks
      .join('')
      .split('\n')
      .filter((line) => !/npm ci|export OPERATOR_TOKEN/.test(line))
      .join('\n')
      // The runbook says that the versions are those that the command before has listed.
      .replaceAll(/\b([a-z-]+)@1\.0\.0/g, (_, app: string) => memberIn(inRoot(app, 'dist')))
  );
}

test('the commands of the scaling runbook make the first release on an empty database', async () => {
  test.setTimeout(600_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'first-release-'));
  const port = await freePort();
  const token = 'ada:a-token-of-more-than-twenty-characters';
  const product = await startProduct({
    port,
    operatorPort: await freePort(),
    sandboxPort: await freePort(),
    dataDir,
    env: {
      ...process.env,
      PUBLIC_URL: `http://localhost:${port}`,
      OPERATOR_TOKEN: token,
      // As in production, where it is the default. The payment sandbox does not start there.
      REQUIRE_CERTIFICATION: 'true',
    },
    onOutput: (text) => process.stdout.write(text),
  });
  try {
    expect((await fetch(product.url)).status).toBe(503);
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', runbookCommands()], {
      cwd: inRoot(),
      env: {
        ...process.env,
        OPERATOR_TOKEN: token,
        RELEASE_URL: product.operatorsUrl,
        PUBLIC_URL: product.url,
      },
    });
    expect(stdout).toContain('passed:');
    expect(stdout.trimEnd()).toMatch(/200$/);
    expect((await fetch(product.url)).status).toBe(200);
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true });
  }
});
