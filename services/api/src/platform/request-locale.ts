import { isLocale, type Locale } from '@funnel/contracts/content/locales';
import type { Context } from 'koa';

/** The language of the page that sent the request. English for pages of older shells, which do not name it. */
export function requestLocale(ctx: Pick<Context, 'get'>): Locale {
  const locale = ctx.get('x-locale');
  return isLocale(locale) ? locale : 'en';
}
