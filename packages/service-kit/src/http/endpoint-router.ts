import {
  rateClasses,
  type BodyLimits,
  type OperatorEndpoint,
  type PublicEndpoint,
} from '@funnel/contracts/endpoint';
import Router, { type RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';

import { onAccepted } from './accepted-request.ts';
import type { LoadShedder } from './load-shedder.ts';
import { rateLimit, type RateLimitContext } from './rate-limit.ts';
import { sameOrigin } from './same-origin.ts';

type PublicHandler = (ctx: RouterContext) => unknown;
/** It requires a caller, which only authentication can create. */
type GuardedHandler<Caller> = (ctx: RouterContext, caller: Caller) => unknown;

/** One handler per named endpoint of a table. A missing or an extra handler does not compile. */
export type PublicHandlers<Name extends PropertyKey> = Readonly<Record<Name, PublicHandler>>;
export type GuardedHandlers<Name extends PropertyKey, Caller> = Readonly<
  Record<Name, GuardedHandler<Caller>>
>;

/** Returns the caller of a request. Throws a problem if the caller is unknown or lacks the permission. */
type Authenticate<Caller> = (ctx: Context, permission: OperatorEndpoint['permission']) => Promise<Caller>;

/** The dependencies of the policies of public endpoints. */
type RouterOptions = RateLimitContext & {
  readonly config: { readonly PUBLIC_URL?: string | undefined };
};

const limitsByRequest = new WeakMap<object, BodyLimits>();

/** Returns the body limits of the request's endpoint. Throws if the endpoint reads no body. */
export function bodyLimitsOf(ctx: Context): BodyLimits {
  const limits = limitsByRequest.get(ctx.req);
  if (!limits) throw new Error('this endpoint reads no body');
  return limits;
}

// Exact and case-sensitive, so that every URL has one spelling.
const createRouter = () => new Router({ sensitive: true, strict: true });

function handlerOf<Handler>(handlers: Readonly<Record<string, Handler>>, name: string): Handler {
  const handler = handlers[name];
  if (!handler) throw new Error(`the endpoint ${name} has no handler`);
  return handler;
}

/** The checks in front of a public endpoint's handler, in order. */
function policiesOf(
  context: RouterOptions,
  { method, caller, rate, isSheddable = false }: PublicEndpoint,
  loadShedder: LoadShedder,
): Middleware[] {
  const perMinute = context.config.RATE_LIMIT_PER_MINUTE;
  return [
    ...(isSheddable ? [loadShedder.shed] : []),
    ...(rate === 'unlimited'
      ? []
      : [rateLimit(context, { name: rate, perMinute: perMinute * rateClasses[rate] })]),
    ...(caller === 'visitor' && method !== 'GET' ? [sameOrigin(context.config.PUBLIC_URL)] : []),
  ];
}

/** Creates a router with every public endpoint of a table behind its policies. */
export function createPublicRouter<Name extends string>(
  context: RouterOptions,
  loadShedder: LoadShedder,
  table: Readonly<Record<Name, PublicEndpoint>>,
  handlers: PublicHandlers<Name>,
): Router {
  const router = createRouter();
  for (const [name, endpoint] of Object.entries<PublicEndpoint>(table)) {
    const handler = handlerOf<PublicHandler>(handlers, name);
    const { method, path, body } = endpoint;
    router.register(
      path,
      [method],
      [
        ...policiesOf(context, endpoint, loadShedder),
        async (ctx: RouterContext) => {
          if (body) limitsByRequest.set(ctx.req, body);
          await handler(ctx);
        },
      ],
    );
  }
  return router;
}

/**
 * Creates a router with every operator endpoint of a table. The body is read only after the operator is authorized. A right may end
 * while it arrives, so the operator is authorized again once `readJson` has the whole body.
 */
export function createGuardedRouter<Name extends string, Caller>(
  authenticate: Authenticate<Caller>,
  table: Readonly<Record<Name, OperatorEndpoint>>,
  handlers: GuardedHandlers<Name, Caller>,
): Router {
  const router = createRouter();
  for (const [name, endpoint] of Object.entries<OperatorEndpoint>(table)) {
    const handler = handlerOf<GuardedHandler<Caller>>(handlers, name);
    const { method, path, permission, body } = endpoint;
    router.register(path, [method], async (ctx: RouterContext) => {
      const caller = await authenticate(ctx, permission);
      if (body) limitsByRequest.set(ctx.req, body);
      onAccepted(ctx, async () => void (await authenticate(ctx, permission)));
      await handler(ctx, caller);
    });
  }
  return router;
}
