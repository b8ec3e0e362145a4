import { readFileSync } from 'node:fs';

import { manifestSchema } from '@funnel/contracts/release';
import { call, publishBuild, ReleaseError } from '@funnel/release-kit/client/publish-client';

import { appNames, inRoot, type AppName } from '../repository.ts';
import { buildUnderLocalVersion } from './build-changed.ts';
import type { Product } from './start-product.ts';

const builtVersion = (app: AppName): string =>
  manifestSchema.parse(JSON.parse(readFileSync(inRoot(app, 'dist/remote.json'), 'utf8'))).version;

/**
 * Publishes every app and promotes those that are not live, as one set. An app that is published already is compared, because its
 * build may have changed since, without a change of its version.
 */
export async function releaseChanged(
  { operatorsUrl, operatorToken }: Pick<Product, 'operatorsUrl' | 'operatorToken'>,
  log: (text: string) => void,
): Promise<void> {
  const client = { url: operatorsUrl, token: operatorToken };
  const live = (await call(client, (api) => api.readStatus())).set?.members ?? {};
  const publish = (app: AppName) => publishBuild(client, inRoot(app, 'dist'), app);

  for (const app of appNames) {
    await publish(app).catch(async (error: unknown) => {
      if (!(error instanceof ReleaseError) || error.code !== 'version-taken') throw error;
      log(
        `${app} ${builtVersion(app)} is already published with other files: building it under a local version`,
      );
      await buildUnderLocalVersion(app);
      await publish(app);
    });
  }
  const changes = appNames
    .filter((app) => live[app] !== builtVersion(app))
    .map((app) => `${app}@${builtVersion(app)}`);
  if (changes.length === 0) return;
  // `withdraw` moves open browsers to the new set, so a developer sees the change at once.
  await call(client, (api) => api.promote({ changes, note: 'npm start', withdraw: true }));
  log(`live: ${changes.join(', ')}`);
}
