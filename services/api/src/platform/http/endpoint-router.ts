import {
  rateClasses,
  type BodyLimits,
  type OperatorEndpoint,
  type PublicEndpoint,
} from '@funnel/contracts/endpoint';
import Router, { type RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';

import type { AppContext } from '../app-context.ts';
import type { LoadShedder } from './load-shedder.ts';
import { operatorAuthOf, type AuthenticatedOperator } from './operator-auth.ts';
import { rateLimit } from './rate-limit.ts';
import { sameOrigin } from './same-origin.ts';

type PublicHandler = (ctx: RouterContext) => unknown;
/** It requires an operator, which only authentication can create. */
type OperatorHandler = (ctx: RouterContext, operator: AuthenticatedOperator) => unknown;

/** One handler per named endpoint of a table. A missing or an extra handler does not compile. */
export type PublicHandlers<Name extends PropertyKey> = Readonly<Record<Name, PublicHandler>>;
export type OperatorHandlers<Name extends PropertyKey> = Readonly<Record<Name, OperatorHandler>>;

const limitsByRequest = new WeakMap<object, BodyLimits>();

/** The limits of this request's body, from its endpoint. */
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
  context: AppContext,
  { method, caller, rate, isSheddable = false }: PublicEndpoint,
  load: LoadShedder,
): Middleware[] {
  const perMinute = context.config.RATE_LIMIT_PER_MINUTE;
  return [
    ...(isSheddable ? [load.shed] : []),
    ...(rate === 'unlimited'
      ? []
      : [rateLimit(context, { name: rate, perMinute: perMinute * rateClasses[rate] })]),
    ...(caller === 'visitor' && method !== 'GET' ? [sameOrigin(context)] : []),
  ];
}

/** Creates a router with every public endpoint of a table behind its policies. */
export function createPublicRouter<Name extends string>(
  context: AppContext,
  load: LoadShedder,
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
        ...policiesOf(context, endpoint, load),
        async (ctx: RouterContext) => {
          if (body) limitsByRequest.set(ctx.req, body);
          await handler(ctx);
        },
      ],
    );
  }
  return router;
}

/** Creates a router with every operator endpoint of a table. The body is read only after the operator is authorized. */
export function createOperatorRouter<Name extends string>(
  context: AppContext,
  table: Readonly<Record<Name, OperatorEndpoint>>,
  handlers: OperatorHandlers<Name>,
): Router {
  const auth = operatorAuthOf(context);
  const router = createRouter();
  for (const [name, endpoint] of Object.entries<OperatorEndpoint>(table)) {
    const handler = handlerOf<OperatorHandler>(handlers, name);
    const { method, path, permission, body } = endpoint;
    router.register(path, [method], async (ctx: RouterContext) => {
      const operator = await auth.authenticate(ctx, permission);
      if (body) limitsByRequest.set(ctx.req, body);
      await handler(ctx, operator);
    });
  }
  return router;
}
