import type { Context } from 'koa';

/** The origin that browsers use: as configured, or from the request. A forwarded host header cannot be trusted. */
export const publicOrigin = (
  { PUBLIC_URL }: { readonly PUBLIC_URL?: string | undefined },
  ctx: Context,
): string => PUBLIC_URL ?? `${ctx.protocol}://${ctx.req.headers.host}`;
