import type { Preview } from '@funnel/contracts/release-management';
import { dayMs } from '@funnel/service-kit/durations';
import type { CookieSettings } from '@funnel/service-kit/http/cookie-settings';
import type { Context } from 'koa';

import { isSignedPreview, previewCookie, readPreview, signPreview } from './preview-cookie.ts';
import { queryParameter, redirectWithoutParameter } from './redirect-without-parameter.ts';

const lifetimeMs = dayMs;
/** The query parameter, on the path of any document. */
const parameter = 'preview';
/** The value that ends a preview. */
const endValue = 'end';

/** Creates a link that shows the set to anyone who opens it. The link is valid for a day. */
export function createPreview(setId: string, origin: string, secret: string, nowMs: number): Preview {
  const expiresAt = nowMs + lifetimeMs;
  const url = new URL('/', origin);
  url.searchParams.set(parameter, signPreview({ kind: 'set', targets: [setId], expiresAt }, secret));
  return { url: url.href, expiresAt };
}

function rejectLink(ctx: Context, isExpired: boolean): void {
  ctx.status = isExpired ? 410 : 400;
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = `This preview link ${isExpired ? 'has expired' : 'is not valid'}. Request a new link from the person who sent it, or open / for the live version.\n`;
}

/**
 * Starts or ends a preview if the URL has the parameter, and redirects to the same path without it. A forged or expired
 * link gets a message instead. Returns whether it has responded.
 */
export function applyPreviewLink(ctx: Context, { secret, isSecure }: CookieSettings, nowMs: number): boolean {
  const text = queryParameter(ctx, parameter);
  if (text === null) return false;
  const preview = readPreview(text, secret, nowMs);
  if (!preview && text !== endValue && text !== '') {
    rejectLink(ctx, isSignedPreview(text, secret));
    return true;
  }
  const options = { httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  if (preview) ctx.cookies.set(previewCookie, text, { ...options, maxAge: preview.expiresAt - nowMs });
  else if (text === endValue) ctx.cookies.set(previewCookie, null);
  redirectWithoutParameter(ctx, parameter);
  return true;
}
