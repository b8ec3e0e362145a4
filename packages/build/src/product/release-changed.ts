import { readFileSync } from 'node:fs';

import { manifestSchema } from '@funnel/contracts/release';
import { promote, publishBuild, ReleaseError, status } from '@funnel/releases/cli/release-client';

import { appNames, inRoot, type AppName } from '../repository.ts';
import { buildUnderLocalVersion } from './build-changed.ts';
import type { Product } from './start-product.ts';

const builtVersion = (app: AppName): string =>
  manifestSchema.parse(JSON.parse(readFileSync(inRoot(app, 'dist/remote.json'), 'utf8'))).version;

/** Publishes what was built, or is not live, and makes it live as one set. */
export async function releaseChanged(
  { operatorsUrl, operatorToken }: Pick<Product, 'operatorsUrl' | 'operatorToken'>,
  built: ReadonlySet<AppName>,
  log: (text: string) => void,
): Promise<void> {
  const client = { url: operatorsUrl, token: operatorToken };
  const live = (await status(client)).set?.members ?? {};
  const changed = appNames.filter((app) => built.has(app) || live[app] !== builtVersion(app));
  const publish = (app: AppName) => publishBuild(client, inRoot(app, 'dist'), app);

  for (const app of changed) {
    await publish(app).catch(async (error: unknown) => {
      if (!(error instanceof ReleaseError) || error.code !== 'version-taken') throw error;
      log(
        `${app} ${builtVersion(app)} was published with other bytes before: building it under a version of its own`,
      );
      await buildUnderLocalVersion(app);
      await publish(app);
    });
  }
  const changes = changed
    .filter((app) => live[app] !== builtVersion(app))
    .map((app) => `${app}@${builtVersion(app)}`);
  if (changes.length === 0) return;
  // Who develops wants to see it now, in the browser that is open.
  await promote(client, changes, { note: 'npm start', withdraw: true });
  log(`live: ${changes.join(', ')}`);
}
