import Router from '@koa/router';
import {
  certificationSchema,
  setRequestSchema,
  type StoredSet,
  type Verification,
} from '@funnel/contracts/release-management';

import type { AppContext } from '../platform/app-context.ts';
import { readJson } from '../platform/http/json-body.ts';
import { operatorOnly } from '../platform/http/operator.ts';
import { problem } from '../platform/problem.ts';
import type { ReadBuild } from './build-repository.ts';
import { prepareSet } from './prepare-set.ts';
import { inWords } from './gates/release-gates.ts';
import { findSet, readStatus, storeCertification } from './release-repository.ts';
import { verifyMembers } from './gates/verify-members.ts';

/** Sets that are not live: made, looked through, walked through. */
export function setRoutes(context: AppContext, readBuild: ReadBuild): Router {
  const { clock, database } = context;
  const { db } = database;
  const router = new Router({ prefix: '/api/releases/sets' });
  router.use(operatorOnly(context));

  const readSet = async (id = ''): Promise<StoredSet> => {
    const set = await findSet(db, id);
    if (!set) throw problem('not-found', { detail: `There is no set ${id}.` });
    return set;
  };

  router.post('/', async (ctx) => {
    const { changes } = await readJson(ctx, setRequestSchema);
    ctx.status = 201;
    ctx.body = await readSet(await prepareSet(context, readBuild, changes));
  });

  router.get('/:id/verification', async (ctx) => {
    const set = await readSet(ctx.params.id);
    const live = (await readStatus(db)).set?.members ?? {};
    const findings = await verifyMembers(context, readBuild, set.members, live);
    ctx.body = { set, reasons: findings.map(inWords) } satisfies Verification;
  });

  router.put('/:id/certification', async (ctx) => {
    const { id } = await readSet(ctx.params.id);
    const certification = await readJson(ctx, certificationSchema);
    await storeCertification(db, id, { ...certification, at: clock(), actor: String(ctx.state.operator) });
    ctx.body = await readSet(id);
  });
  return router;
}
