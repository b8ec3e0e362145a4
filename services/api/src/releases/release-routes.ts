import Router from '@koa/router';
import { manifestSchema } from '@funnel/contracts/release';
import {
  canaryRequestSchema,
  promotionRequestSchema,
  rollbackRequestSchema,
  type PublishedBuilds,
  type ReleaseAudit,
  type RollbackPlan,
} from '@funnel/contracts/release-management';
import type { Context } from 'koa';

import type { AppContext } from '../platform/app-context.ts';
import { readJson, readRaw } from '../platform/http/json-body.ts';
import { operatorOnly } from '../platform/http/operator.ts';
import { problem } from '../platform/problem.ts';
import { buildSummaries, listBuilds, type ReadBuild } from './build-repository.ts';
import { moveCanary } from './canary.ts';
import type { LiveRelease } from './visitors/live-release.ts';
import { createPreview } from './visitors/preview.ts';
import { promote } from './promote.ts';
import { publishBuild } from './publish-build.ts';
import { findSet, listMoves, readStatus } from './release-repository.ts';
import { planRollback, rollBack } from './roll-back.ts';
import { storeFile } from './store-file.ts';
import type { VisitorReleases } from './visitors/visitor-release.ts';

const megabyte = 1024 * 1024;
/** A manifest lists every file and carries drawn screens: more than what visitors may send. */
const manifestLimits = { maxBytes: 5 * megabyte, maxDepth: 10, maxKeys: 20_000 };

const actorOf = (ctx: Context): string => String(ctx.state.operator);

/** The visitor's release set. */
export function releaseSetRoutes(visitors: VisitorReleases): Router {
  return new Router().get('/api/release-set', async (ctx) => {
    const release = await visitors.releaseFor(ctx);
    if (!release) throw problem('unavailable', { detail: 'Nothing has been released yet.' });
    ctx.body = release.set;
  });
}

/** What operators do with builds and releases. */
export function releaseRoutes(
  context: AppContext,
  readBuild: ReadBuild,
  live: LiveRelease,
  /** Signs preview links. */
  secret: string,
): Router {
  const { config, clock, database } = context;
  const { db } = database;
  const summaryOf = buildSummaries(readBuild);
  const router = new Router({ prefix: '/api/releases' });
  router.use(operatorOnly(context));

  router.put('/files/:hash', async (ctx) => {
    const hash = ctx.params.hash ?? '';
    if (!/^[\w-]{64}$/.test(hash))
      throw problem('invalid-request', { detail: 'The address must end with a sha384 in URL-safe base64.' });
    const integrity = `sha384-${Buffer.from(hash, 'base64url').toString('base64')}`;
    const body = await readRaw(ctx, 5 * megabyte);
    const outcome = await storeFile(db, { integrity, body, type: ctx.get('Content-Type') });
    ctx.status = outcome === 'stored' ? 201 : 200;
    ctx.body = { integrity, outcome };
  });

  router.post('/builds', async (ctx) => {
    const publication = await publishBuild(context, await readJson(ctx, manifestSchema, manifestLimits));
    ctx.status = publication.outcome === 'published' ? 201 : 200;
    ctx.body = publication;
  });

  router.get('/builds', async (ctx) => {
    const { set } = await readStatus(db);
    const name = ctx.query['name'];
    const builds = await listBuilds(db, typeof name === 'string' ? name : undefined);
    ctx.body = {
      builds: await Promise.all(
        builds.map(async (build) => ({
          ...build,
          ...(await summaryOf(build)),
          isLive: set?.members[build.name] === build.version,
        })),
      ),
    } satisfies PublishedBuilds;
  });

  /** Makes a move, and answers when every replica shows it. */
  const moving = (move: (ctx: Context) => Promise<void>) => async (ctx: Context) => {
    await move(ctx);
    await live.everywhere();
    ctx.body = await readStatus(db);
  };
  router.post(
    '/promotions',
    moving(async (ctx) =>
      promote(context, readBuild, await readJson(ctx, promotionRequestSchema), actorOf(ctx)),
    ),
  );
  router.post(
    '/canary',
    moving(async (ctx) => moveCanary(context, await readJson(ctx, canaryRequestSchema), actorOf(ctx))),
  );
  router.post(
    '/rollbacks',
    moving(async (ctx) => rollBack(context, await readJson(ctx, rollbackRequestSchema), actorOf(ctx))),
  );

  router.get('/rollbacks/plan', async (ctx) => {
    const to = ctx.query['to'];
    ctx.body = (await planRollback(context, typeof to === 'string' ? to : undefined)) satisfies RollbackPlan;
  });

  router.post('/sets/:id/preview', async (ctx) => {
    const set = await findSet(db, ctx.params.id ?? '');
    if (!set) throw problem('not-found', { detail: `There is no set ${ctx.params.id}.` });
    ctx.status = 201;
    ctx.body = createPreview(
      set.id,
      config.PUBLIC_URL ?? `${ctx.protocol}://${ctx.req.headers.host}`,
      secret,
      clock(),
    );
  });

  router.get('/status', async (ctx) => {
    ctx.body = await readStatus(db);
  });

  router.get('/audit', async (ctx) => {
    ctx.body = { moves: await listMoves(db, 200) } satisfies ReleaseAudit;
  });
  return router;
}
