import { sameSitePath } from '@funnel/service-kit/http/same-site-path';
import type { Context } from 'koa';

/** The value of a query parameter, or null. */
export const queryParameter = (ctx: Context, parameter: string): string | null =>
  new URLSearchParams(ctx.querystring).get(parameter);

/** Redirects the browser to the same path of this site, without the parameter. */
export function redirectWithoutParameter(ctx: Context, parameter: string): void {
  const query = new URLSearchParams(ctx.querystring);
  query.delete(parameter);
  const path = sameSitePath(ctx.path);
  ctx.redirect(query.size > 0 ? `${path}?${query}` : path);
  ctx.status = 303;
}
