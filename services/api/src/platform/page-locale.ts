import { isLocale, locales, type Locale } from '@funnel/contracts/content/locales';
import { dayMs } from '@funnel/service-kit/durations';
import type { Context } from 'koa';

/** The language of the page that sent the request. English for pages of older shells, which do not name it. */
export function requestLocale(ctx: Pick<Context, 'get'>): Locale {
  const locale = ctx.get('x-locale');
  return isLocale(locale) ? locale : 'en';
}

/** The query parameter that selects the language of a page. */
export const localeParameter = 'lang';

const cookieName = 'locale';
const cookieAgeMs = 365 * dayMs;

/** The language of a tag among the known ones: `de-AT` is `de`. */
const match = (tag: string, known: readonly string[]): string | undefined =>
  known.find((locale) => locale === tag.split('-')[0]?.toLowerCase());

/**
 * Decides the language of a page: the parameter `lang`, else the language that the visitor chose with it before, else the
 * first known language that their browser accepts, else English. A choice by the parameter is remembered in a cookie.
 */
export function choosePageLocale(ctx: Context, known: readonly string[]): string {
  const chosen = match(String(ctx.query[localeParameter] ?? ''), known);
  if (chosen) {
    ctx.cookies.set(cookieName, chosen, {
      httpOnly: true,
      sameSite: 'lax',
      secure: ctx.cookies.secure,
      maxAge: cookieAgeMs,
    });
    return chosen;
  }
  const remembered = match(ctx.cookies.get(cookieName) ?? '', known);
  if (remembered) return remembered;
  const accepted = ctx.acceptsLanguages().map((tag) => match(tag, known));
  return accepted.find((locale) => locale !== undefined) ?? 'en';
}

/** The language in which the visitor reads pages, for what is sent to them later. */
export function pageLocale(ctx: Context): Locale {
  const locale = choosePageLocale(ctx, locales);
  return isLocale(locale) ? locale : 'en';
}
