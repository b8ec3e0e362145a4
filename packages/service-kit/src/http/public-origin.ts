import type { Context } from 'koa';

/** The origin that browsers use: as configured, or from the request. A forwarded host header cannot be trusted. HTTP/1.0 allows a request without a host. */
export const publicOrigin = (
  { PUBLIC_URL }: { readonly PUBLIC_URL?: string | undefined },
  ctx: Context,
): string => PUBLIC_URL ?? `${ctx.secure ? 'https' : 'http'}://${ctx.req.headers.host ?? 'localhost'}`;
