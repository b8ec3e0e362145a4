import type { Context, Next } from 'koa';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

function isLoopback(url: string): boolean {
  return URL.canParse(url) && loopbackNames.includes(new URL(url).hostname);
}

/** Rejects requests under other host names (DNS rebinding) and from pages of other sites. */
export async function loopbackOnly(ctx: Context, next: Next): Promise<void> {
  const origin = ctx.get('origin');
  if (!isLoopback(`http://${ctx.host}`) || (origin !== '' && !isLoopback(origin))) {
    ctx.status = 403;
    ctx.body = { error: { message: 'The payment sandbox accepts loopback requests only.' } };
    return;
  }
  await next();
}
