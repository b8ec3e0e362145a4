import { sameSitePath } from '@funnel/service-kit/http/same-site-path';
import type { Context } from 'koa';

/** What the address asks for by a query parameter; null where it does not. */
export const queryParameter = (ctx: Context, parameter: string): string | null =>
  new URLSearchParams(ctx.querystring).get(parameter);

/** Leads the browser on to the same path of this site, without the parameter. */
export function redirectWithoutParameter(ctx: Context, parameter: string): void {
  const query = new URLSearchParams(ctx.querystring);
  query.delete(parameter);
  const path = sameSitePath(ctx.path);
  ctx.redirect(query.size > 0 ? `${path}?${query}` : path);
  ctx.status = 303;
}
