import type { Preview } from '@funnel/contracts/release-management';
import type { Context } from 'koa';

import { previewCookie, signPreview, readPreview } from '../../platform/http/preview-cookie.ts';
import type { CookieSettings } from '../../platform/http/visit.ts';
import { queryParameter, redirectWithoutParameter } from './redirect-without-parameter.ts';

const lifetimeMs = 24 * 3600 * 1000;
/** A query parameter of any document. */
const parameter = 'preview';
const endValue = 'end';

/** Creates a link that shows a set for a day to everyone who opens it. */
export function createPreview(setId: string, origin: string, secret: string, nowMs: number): Preview {
  const expiresAt = nowMs + lifetimeMs;
  const url = new URL('/', origin);
  url.searchParams.set(parameter, signPreview({ kind: 'set', targets: [setId], expiresAt }, secret));
  return { url: url.href, expiresAt };
}

/**
 * Starts or ends a preview if the URL requests it, and redirects to the same path without the parameter. A forged or
 * expired link does neither. Returns whether it sent a response.
 */
export function applyPreviewLink(ctx: Context, { secret, isSecure }: CookieSettings, nowMs: number): boolean {
  const text = queryParameter(ctx, parameter);
  if (text === null) return false;
  const preview = readPreview(text, secret, nowMs);
  const options = { httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  if (preview) ctx.cookies.set(previewCookie, text, { ...options, maxAge: preview.expiresAt - nowMs });
  else if (text === endValue) ctx.cookies.set(previewCookie, null);
  redirectWithoutParameter(ctx, parameter);
  return true;
}
