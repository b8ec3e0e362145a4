import type { Context } from 'koa';

/** Under which scheme and host browsers see the product: as set, or as sent; what a proxy forwards as the host is not to be believed. */
export const publicOrigin = (
  { PUBLIC_URL }: { readonly PUBLIC_URL?: string | undefined },
  ctx: Context,
): string => PUBLIC_URL?.replace(/\/+$/, '') ?? `${ctx.protocol}://${ctx.req.headers.host}`;
