import type { Context, Next } from 'koa';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

function isLoopback(address: string): boolean {
  return URL.canParse(address) && loopbackNames.includes(new URL(address).hostname);
}

/** A page elsewhere must not reach the sandbox through a name that points here, nor send it anything. */
export async function loopbackOnly(ctx: Context, next: Next): Promise<void> {
  const origin = ctx.get('origin');
  if (!isLoopback(`http://${ctx.host}`) || (origin !== '' && !isLoopback(origin))) {
    ctx.status = 403;
    ctx.body = { error: { message: 'The payment sandbox answers on loopback only.' } };
    return;
  }
  await next();
}
