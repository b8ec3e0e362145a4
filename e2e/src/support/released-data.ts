import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '@funnel/service-kit/http/free-port';
import { compileServices } from '@funnel/build/product/build-changed';
import { releaseChanged } from '@funnel/build/product/release-changed';
import { startProduct } from '@funnel/build/product/start-product';

import { releasedDataVariable } from './copy-released-data.ts';

/**
 * Directs all temporary files of the run to one folder, publishes and promotes the builds once for all tests, and stops. Every
 * product that a test starts begins with a copy of the data. Playwright calls this before the first test, and the returned
 * function, which removes the folder, after the last or when it is interrupted.
 */
export default async function prepareReleasedData(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-tests-'));
  // Another user runs PostgreSQL if root runs the tests.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  const dataDir = join(folder, 'released');
  // `npm run build` builds what visitors and operators load, and not the services.
  await compileServices(console.log);
  const product = await startProduct({
    port: await freePort(),
    operatorPort: await freePort(),
    sandboxPort: await freePort(),
    dataDir,
    env: process.env,
    onOutput: (text) => process.stdout.write(text),
  });
  await releaseChanged(product, () => undefined).finally(() => product.stop());
  process.env[releasedDataVariable] = dataDir;
  // Browsers may still be removing their profiles.
  return () => rmSync(folder, { recursive: true, maxRetries: 12, retryDelay: 100 });
}
