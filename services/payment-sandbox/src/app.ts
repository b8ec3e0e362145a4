import { createServer } from 'node:http';

import { bodyParser } from '@koa/bodyparser';
import Koa from 'koa';

import { apiRoutes } from './api/api-routes.ts';
import { expireDueSessions } from './checkout/open-session.ts';
import type { Clock } from './clock.ts';
import { controlRoutes } from './control/control-routes.ts';
import { createDeliveries } from './events/deliveries.ts';
import { formRoutes } from './form/form-routes.ts';
import { closeServer, listen } from './listen.ts';
import { loopbackOnly } from './loopback.ts';
import { portalRoutes } from './portal/portal-routes.ts';
import type { Sandbox } from './sandbox.ts';
import type { Settings } from './settings.ts';
import { loadState, saveState } from './state/state-file.ts';

const expiryCheckMs = 5_000;
const saveDelayMs = 100;
const defaultBackOffMs = [500, 1_000, 2_000, 5_000, 15_000, 60_000];

interface Options {
  readonly settings: Settings;
  readonly clock?: Clock;
  readonly backOffMs?: readonly number[];
}

interface RunningSandbox {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the sandbox and resolves once it listens. Throws if the state file or the port is unusable. */
export async function startSandbox({
  settings,
  clock = { nowMs: Date.now },
  backOffMs = defaultBackOffMs,
}: Options): Promise<RunningSandbox> {
  const state = loadState(settings.stateFile);
  let saving: NodeJS.Timeout | undefined;
  const save = () => {
    saving = undefined;
    if (settings.stateFile !== null) saveState(settings.stateFile, state);
  };
  const saveSoon = () => {
    saving ??= setTimeout(save, saveDelayMs);
  };
  const deliveries = createDeliveries({ settings, state, clock, backOffMs, onChange: saveSoon });
  const sandbox: Sandbox = { settings, state, clock, deliveries };

  const app = new Koa();
  app.use(loopbackOnly);
  app.use(
    bodyParser({ enableTypes: ['json', 'form'], encoding: 'utf-8', jsonLimit: '64kb', formLimit: '64kb' }),
  );
  app.use(async (ctx, next) => {
    await next();
    if (ctx.method !== 'GET') saveSoon();
  });
  const routers = [apiRoutes(sandbox), formRoutes(sandbox), portalRoutes(sandbox), controlRoutes(sandbox)];
  for (const router of routers) app.use(router.routes());

  const server = createServer(app.callback());
  const url = await listen(server, settings.port, settings.host);
  const expiry = setInterval(() => expireDueSessions(sandbox), expiryCheckMs);
  deliveries.start();
  return {
    url,
    async close() {
      clearInterval(expiry);
      await deliveries.stop();
      await closeServer(server);
      clearTimeout(saving);
      save();
    },
  };
}
