import type { Manifest } from '@funnel/contracts/release';
import { serviceSecret, type StoredFile } from '@funnel/release-kit/gates/inspect-bytes';
import { dayMs } from '@funnel/service-kit/durations';
import { createSharedCounter } from '@funnel/service-kit/http/rate-limit';
import { problem } from '@funnel/service-kit/problem';
import { createWorkQueue } from '@funnel/service-kit/work-queue';

import type { AuthenticatedOperator } from '../operators/operator-auth.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import { inspectFiles } from '../registry/inspect-files.ts';
import { maxSecretsPerDay } from './quotas.ts';

type Publisher = Pick<AuthenticatedOperator, 'tokenId' | 'name'>;

/** Inspects the stored files of a build, also for the secrets of the service. Throws `too-many-requests`. */
export type InspectForSecrets = (
  manifest: Manifest,
  publisher: Publisher,
) => Promise<ReadonlyMap<string, StoredFile>>;

/**
 * A rejection says that the build contains a secret, so a publisher could test guesses. Each token may therefore have only a few
 * such rejections a day. Builds are inspected one after the other, so that sending several at once tests no more.
 */
export function createSecretInspection(context: ReleaseContext): InspectForSecrets {
  const { config, database, log } = context;
  const countFound = createSharedCounter(context, dayMs);
  const runQueued = createWorkQueue();

  return (manifest, { tokenId, name }) =>
    runQueued(async () => {
      const keys = [`builds with secrets ${tokenId}`];
      const [used] = await countFound(keys, 0);
      if ((used?.points ?? 0) >= maxSecretsPerDay)
        throw problem('too-many-requests', {
          detail: `Your token has sent ${maxSecretsPerDay} builds with a secret of the service within a day, so it publishes no build until a day after the first of them. Remove the secret, replace it where it is used, and ask an admin for another token.`,
        });
      const stored = await inspectFiles(database.db, [manifest], config.secrets);
      if ([...stored.values()].some(({ secrets }) => secrets.includes(serviceSecret))) {
        await countFound(keys, 1);
        const text = 'a build contains a secret of the service: replace it where it is used';
        log.error({ app: manifest.name, operator: name }, text);
      }
      return stored;
    });
}
