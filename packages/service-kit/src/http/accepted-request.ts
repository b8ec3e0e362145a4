import type { IncomingMessage } from 'node:http';

import type { Context } from 'koa';

type Listener = () => Promise<void>;

const listeners = new WeakMap<IncomingMessage, Listener[]>();

/**
 * Registers a listener that runs once the body of the request has passed its checks. If it throws, the request fails.
 */
export function onAccepted(ctx: Context, listener: Listener): void {
  listeners.set(ctx.req, [...(listeners.get(ctx.req) ?? []), listener]);
}

/** Runs the listeners: the body of the request has passed its checks, and the request costs work from here on. */
export async function acceptRequest(ctx: Context): Promise<void> {
  for (const listener of listeners.get(ctx.req) ?? []) await listener();
}
