import { manifestSchema } from '@funnel/contracts/release';
import type { PublishResult } from '@funnel/contracts/release-management';
import { readBody, readJson } from '@funnel/service-kit/http/json-body';
import { createFailureLimit } from '@funnel/service-kit/http/rate-limit';
import { problem, ProblemError } from '@funnel/service-kit/problem';
import type { Context } from 'koa';

import { requirePublisher, type AuthenticatedOperator } from '../operators/operator-auth.ts';
import type { OperatorHandlers } from '../operators/operator-router.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import { createSecretInspection } from '../publishing/inspect-for-secrets.ts';
import { publishBuild } from '../publishing/publish-build.ts';
import { storeFile } from '../publishing/store-file.ts';
import { withUploadSlot } from '../publishing/upload-slots.ts';
import type { SummarizeBuild } from '../registry/build-repository.ts';
import { describeUnservedContract } from '../registry/contract-report.ts';

/** A build is first rejected with the files that it lacks, so that they are uploaded. A limit is no fault of the build. */
const uncountedProblems = new Set<ProblemError['code']>(['files-missing', 'too-many-requests']);

/** Endpoints that receive builds. */
export function buildRoutes(
  context: ReleaseContext,
  summarizeBuild: SummarizeBuild,
): OperatorHandlers<'uploadFile' | 'publishBuild'> {
  // A manifest may be large, and reading it costs processor time even if it is rejected, or was published before.
  const rejections = createFailureLimit(context, {
    name: 'rejected builds',
    perMinute: context.config.RATE_LIMIT_PER_MINUTE,
  });

  const inspectForSecrets = createSecretInspection(context);

  async function receiveBuild(ctx: Context, operator: AuthenticatedOperator): Promise<PublishResult> {
    const manifest = await readJson(ctx, manifestSchema);
    requirePublisher(operator, manifest.name);
    const result = await publishBuild(context, manifest, operator, inspectForSecrets);
    try {
      const warning = await describeUnservedContract(context.database.db, summarizeBuild, manifest);
      return { ...result, warning };
    } catch (err) {
      // The build is stored. An error would tell its publisher the opposite.
      context.log.error(
        { err },
        'a publisher gets no warning, because the contracts of the shells cannot be read',
      );
      return result;
    }
  }

  return {
    async uploadFile(ctx, operator) {
      const hash = ctx.params['hash'] ?? '';
      if (!/^[\w-]{64}$/.test(hash))
        throw problem('invalid-request', {
          detail: 'The URL must end with a sha384 in URL-safe base64.',
        });
      const integrity = `sha384-${Buffer.from(hash, 'base64url').toString('base64')}`;
      const outcome = await withUploadSlot(operator.tokenId, async () =>
        storeFile(
          context,
          { integrity, body: await readBody(ctx), type: ctx.get('Content-Type') },
          operator.tokenId,
        ),
      );
      ctx.status = outcome === 'stored' ? 201 : 200;
      ctx.body = { integrity, outcome };
    },

    async publishBuild(ctx, operator) {
      rejections.requireUnblocked(operator.tokenId);
      const receive = () => receiveBuild(ctx, operator);
      const publication = await withUploadSlot(operator.tokenId, receive).catch(async (error: unknown) => {
        if (error instanceof ProblemError && !uncountedProblems.has(error.code))
          await rejections.countFailure(operator.tokenId);
        throw error;
      });
      if (publication.outcome === 'unchanged') await rejections.countFailure(operator.tokenId);
      context.log.info({ operator: operator.name, ...publication }, 'build received');
      ctx.status = publication.outcome === 'published' ? 201 : 200;
      ctx.body = publication;
    },
  };
}
