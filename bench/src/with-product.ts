import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildChanged } from '@funnel/build/product/build-changed';
import { releaseChanged } from '@funnel/build/product/release-changed';
import { startProduct, type Product } from '@funnel/build/product/start-product';
import { freePort } from '@funnel/service-kit/http/free-port';

/** Starts the product with the current build, released to everyone, runs the measurements, and stops it. */
export async function withProduct<T>(
  env: NodeJS.ProcessEnv,
  measure: (product: Product) => Promise<T>,
): Promise<T> {
  const log = (text: string) => console.log(`· ${text}`);
  await buildChanged(log);
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  const product = await startProduct({
    port: await freePort(),
    operatorPort: await freePort(),
    sandboxPort: await freePort(),
    dataDir,
    env: { ...process.env, ...env },
    onOutput: () => undefined,
  });
  try {
    await releaseChanged(product, log);
    return await measure(product);
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true });
  }
}
