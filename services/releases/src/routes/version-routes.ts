import { contractVersions } from '@funnel/contracts/contract-versions';
import {
  deprecationRequestSchema,
  type DeprecationRequest,
  type PublishedBuilds,
} from '@funnel/contracts/release-management';
import { readJson } from '@funnel/service-kit/http/json-body';
import { readQuery } from '@funnel/service-kit/http/parse-input';
import { problem } from '@funnel/service-kit/problem';
import * as z from 'zod';

import { requirePublisher } from '../operators/operator-auth.ts';
import type { OperatorHandlers } from '../operators/operator-router.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import {
  listAppNames,
  listBuilds,
  unknownAppReason,
  type SummarizeBuild,
} from '../registry/build-repository.ts';
import { readContractReport } from '../registry/contract-report.ts';
import { deprecateVersion } from '../registry/deprecate-version.ts';
import { readStatus } from '../sets/release-repository.ts';
import type { LiveSets } from '../visitors/live-sets.ts';

const buildsQuerySchema = z.strictObject({ name: z.optional(z.string()) });

/** Endpoints for published versions: list, contracts, deprecate. */
export function versionRoutes(
  context: ReleaseContext,
  summarizeBuild: SummarizeBuild,
  liveSets: LiveSets,
): OperatorHandlers<'listBuilds' | 'readContracts' | 'deprecateVersion'> {
  const { db } = context.database;

  return {
    async listBuilds(ctx) {
      const { set, canary } = await readStatus(db);
      const { name } = readQuery(ctx, buildsQuerySchema);
      const membersInUse = [set?.members ?? {}, canary?.set.members ?? {}];
      const builds = await listBuilds(db, name, membersInUse);
      if (name !== undefined && builds.length === 0)
        throw problem('not-found', { detail: unknownAppReason(name, await listAppNames(db)) });
      const listed = await Promise.all(
        builds.map(async (build) => {
          const isLive = set?.members[build.name] === build.version;
          const isCanary = !isLive && canary?.set.members[build.name] === build.version;
          return { ...build, ...(await summarizeBuild(build)), isLive, isCanary };
        }),
      );
      ctx.body = { builds: listed } satisfies PublishedBuilds;
    },

    async readContracts(ctx) {
      ctx.body = await readContractReport(db, summarizeBuild, contractVersions);
    },

    async deprecateVersion(ctx, operator) {
      const request = await readJson(ctx, deprecationRequestSchema);
      requirePublisher(operator, request.name);
      await deprecateVersion(context, request, operator);
      await liveSets.waitForReplicas();
      ctx.body = request satisfies DeprecationRequest;
    },
  };
}
