import type { Context } from 'koa';

import type { Config } from '../config.ts';

/** The origin that browsers use: as configured, or from the request. A forwarded host header cannot be trusted. */
export const publicOrigin = ({ PUBLIC_URL }: Config, ctx: Context): string =>
  PUBLIC_URL?.replace(/\/+$/, '') ?? `${ctx.protocol}://${ctx.req.headers.host}`;
