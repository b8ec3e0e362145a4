import {
  certificationSchema,
  setRequestSchema,
  type ReleaseSetRecord,
  type Verification,
} from '@funnel/contracts/release-management';
import { describeFinding } from '@funnel/release-kit/gates/release-gates';
import { cachedByKey } from '@funnel/service-kit/cached-by-cost';
import { readJson } from '@funnel/service-kit/http/json-body';
import { problem } from '@funnel/service-kit/problem';

import { verifyMembers } from '../gates/verify-members.ts';
import type { OperatorHandlers } from '../operators/operator-router.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import type { ReadBuild } from '../registry/build-repository.ts';
import { prepareSet } from '../rollout/prepare-set.ts';
import { findSet, readStatus, storeCertification, unknownSetReason } from '../sets/release-repository.ts';
import { certificationNotices } from '../teams/certification-notices.ts';
import { notifyTeams } from '../teams/team-webhook-repository.ts';
import { createPreview } from '../visitors/preview.ts';

/** Endpoints for sets that are not live: create, read, verify, certify, preview. */
export function setRoutes(
  context: ReleaseContext,
  readBuild: ReadBuild,
  /** The visitors' URL, for preview links. */
  visitorsUrl: () => string,
): OperatorHandlers<'createSet' | 'readSet' | 'verifySet' | 'storeCertification' | 'previewSet'> {
  const { clock, database, keys } = context;
  const { db } = database;
  // Reads every byte of a set, for any operator. It is not kept, because a file may be repaired or damaged meanwhile.
  const verified = cachedByKey<Verification>(0);

  const readSet = async (id = ''): Promise<ReleaseSetRecord> => {
    const set = await findSet(db, id);
    if (!set) throw problem('not-found', { detail: unknownSetReason(id) });
    return set;
  };

  return {
    async createSet(ctx) {
      const request = await readJson(ctx, setRequestSchema);
      ctx.status = 201;
      ctx.body = await readSet(await prepareSet(context, readBuild, request));
    },

    async readSet(ctx) {
      ctx.body = await readSet(ctx.params['id']);
    },

    async verifySet(ctx) {
      const set = await readSet(ctx.params['id']);
      const liveMembers = (await readStatus(db)).set?.members ?? {};
      ctx.body = await verified(JSON.stringify([set, liveMembers]), async () => {
        const findings = await verifyMembers(context, readBuild, set.members, liveMembers, false);
        return { set, reasons: findings.map(describeFinding) };
      });
    },

    async storeCertification(ctx, operator) {
      const set = await readSet(ctx.params['id']);
      const result = { ...(await readJson(ctx, certificationSchema)), at: clock(), actor: operator.name };
      await db.transaction().execute(async (transaction) => {
        await storeCertification(transaction, set.id, result);
        const liveMembers = (await readStatus(transaction)).set?.members ?? {};
        await notifyTeams(transaction, certificationNotices(set, result, liveMembers), result.at);
      });
      ctx.body = await readSet(set.id);
    },

    async previewSet(ctx) {
      const set = await readSet(ctx.params['id']);
      ctx.status = 201;
      ctx.body = createPreview(set.id, visitorsUrl(), keys('visit'), clock());
    },
  };
}
