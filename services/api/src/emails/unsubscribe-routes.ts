import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';
import type { Context } from 'koa';

import { escapeHtml } from '../pages/escaping.ts';
import type { AppContext } from '../platform/app-context.ts';
import { pageLocale } from '../platform/page-locale.ts';
import { emailTexts } from './content/texts.ts';
import { planEmailId } from './enqueue-emails.ts';
import { emailHashOf } from './unsubscribe-link.ts';
import { insertUnsubscribed } from './unsubscribed-repository.ts';

type Result = 'question' | 'done' | 'invalid';

function sendPage(ctx: Context, result: Result): void {
  const locale = pageLocale(ctx);
  const texts = emailTexts[locale].unsubscribe;
  const [title, text, action] = [texts.title, texts[result], texts.action].map(escapeHtml);
  const form = result === 'question' ? `<form method="post"><button>${action}</button></form>` : '';
  ctx.status = result === 'invalid' ? 404 : 200;
  ctx.type = 'text/html; charset=utf-8';
  ctx.set('Content-Security-Policy', "default-src 'none'; form-action 'self'; frame-ancestors 'none'");
  ctx.body = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>${form}</main></body></html>`;
}

/** Opening the link asks first, because mail scanners open links. Mail programs post to it (RFC 8058). */
export function unsubscribeRoutes({
  database: { db },
  keys,
  clock,
}: AppContext): PublicHandlers<'showUnsubscribe' | 'unsubscribe'> {
  const hashIn = (ctx: Context) => emailHashOf(String(ctx.query['token'] ?? ''), keys('unsubscribe'));
  return {
    showUnsubscribe(ctx) {
      sendPage(ctx, hashIn(ctx) ? 'question' : 'invalid');
    },
    async unsubscribe(ctx) {
      const hash = hashIn(ctx);
      if (hash) await insertUnsubscribed(db, hash, planEmailId({ keys }, hash), clock());
      sendPage(ctx, hash ? 'done' : 'invalid');
    },
  };
}
