import type { Preview } from '@funnel/contracts/release-management';
import type { CookieSettings } from '@funnel/service-kit/http/cookie-settings';
import type { Context } from 'koa';

import { previewCookie, signPreview, unsealPreview } from './preview-cookie.ts';
import { queryParameter, redirectWithoutParameter } from './redirect-without-parameter.ts';

const lifetimeMs = 24 * 3600 * 1000;
/** As a query parameter of any document. */
const parameter = 'preview';
const leaving = 'end';

/** A link that shows a set to whoever opens it, for a day. */
export function createPreview(setId: string, origin: string, secret: string, nowMs: number): Preview {
  const expiresAt = nowMs + lifetimeMs;
  const url = new URL('/', origin);
  url.searchParams.set(parameter, signPreview({ kind: 'set', about: [setId], expiresAt }, secret));
  return { url: url.href, expiresAt };
}

/**
 * Begins or ends a preview where the address asks for it, and leads on to the same path without the parameter.
 * A link that is forged or expired does neither. Says whether it answered.
 */
export function answerPreviewLink(
  ctx: Context,
  { secret, isSecure }: CookieSettings,
  nowMs: number,
): boolean {
  const text = queryParameter(ctx, parameter);
  if (text === null) return false;
  const preview = unsealPreview(text, secret, nowMs);
  const options = { httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  if (preview) ctx.cookies.set(previewCookie, text, { ...options, maxAge: preview.expiresAt - nowMs });
  else if (text === leaving) ctx.cookies.set(previewCookie, null);
  redirectWithoutParameter(ctx, parameter);
  return true;
}
