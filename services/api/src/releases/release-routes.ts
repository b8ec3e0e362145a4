import Router from '@koa/router';
import {
  manifestSchema,
  promotionRequestSchema,
  rollbackRequestSchema,
  type PublishedBuilds,
  type ReleaseAudit,
  type ReleaseStatus,
} from '@funnel/contracts/release';
import type { Context } from 'koa';

import type { AppContext } from '../platform/app-context.ts';
import { readJson, readRaw } from '../platform/http/json-body.ts';
import { operatorOnly } from '../platform/http/operator.ts';
import { problem } from '../platform/problem.ts';
import { listBuilds, type ReadBuild } from './build-repository.ts';
import type { LiveRelease } from './live-release.ts';
import { promote } from './promote.ts';
import { publishBuild } from './publish-build.ts';
import { channel, findSet, listMoves, readChannel } from './release-repository.ts';
import { rollBack } from './roll-back.ts';
import { storeFile } from './store-file.ts';

const megabyte = 1024 * 1024;
/** A manifest lists every file and carries drawn screens: more than what visitors may send. */
const manifestLimits = { maxBytes: 5 * megabyte, maxDepth: 10, maxKeys: 20_000 };

const actorOf = (ctx: Context): string => String(ctx.state.operator);

async function readStatus({ database: { db } }: AppContext): Promise<ReleaseStatus> {
  const row = await readChannel(db);
  return { channel, set: row ? await findSet(db, row.set_id) : null };
}

/** The visitor's release set. */
export function releaseSetRoutes(live: LiveRelease): Router {
  return new Router().get('/api/release-set', async (ctx) => {
    const release = await live.current();
    if (!release) throw problem('unavailable', { detail: 'Nothing has been released yet.' });
    ctx.body = release.set;
  });
}

/** What operators do with builds and releases. */
export function releaseRoutes(context: AppContext, readBuild: ReadBuild, live: LiveRelease): Router {
  const { db } = context.database;
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
    const { set } = await readStatus(context);
    const name = ctx.query['name'];
    const builds = await listBuilds(db, typeof name === 'string' ? name : undefined);
    const isLive = (build: (typeof builds)[number]) => set?.members[build.name] === build.version;
    ctx.body = {
      builds: builds.map((build) => ({ ...build, isLive: isLive(build) })),
    } satisfies PublishedBuilds;
  });

  router.post('/promotions', async (ctx) => {
    await promote(context, readBuild, await readJson(ctx, promotionRequestSchema), actorOf(ctx));
    await live.everywhere();
    ctx.body = await readStatus(context);
  });

  router.post('/rollbacks', async (ctx) => {
    await rollBack(context, await readJson(ctx, rollbackRequestSchema), actorOf(ctx));
    await live.everywhere();
    ctx.body = await readStatus(context);
  });

  router.get('/status', async (ctx) => {
    ctx.body = await readStatus(context);
  });

  router.get('/audit', async (ctx) => {
    ctx.body = { moves: await listMoves(db, 200) } satisfies ReleaseAudit;
  });
  return router;
}
