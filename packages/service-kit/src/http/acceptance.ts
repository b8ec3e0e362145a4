import type { IncomingMessage } from 'node:http';

import type { Context } from 'koa';

type Listener = () => Promise<void>;

const listeners = new WeakMap<IncomingMessage, Listener[]>();

/** Calls `listener` once the body of the request has passed its checks. Where it throws, the request is refused. */
export function onAccepted(ctx: Context, listener: Listener): void {
  listeners.set(ctx.req, [...(listeners.get(ctx.req) ?? []), listener]);
}

/** The body of the request has passed its checks; from here on the request costs work. */
export async function acceptRequest(ctx: Context): Promise<void> {
  for (const listener of listeners.get(ctx.req) ?? []) await listener();
}
