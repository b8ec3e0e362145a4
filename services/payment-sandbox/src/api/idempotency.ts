import { createHash } from 'node:crypto';

import type { Context } from 'koa';

import { daySeconds, nowSeconds, type Sandbox } from '../sandbox.ts';
import { StripeError } from '../protocol/stripe-error.ts';

/** Stripe keeps a key for at least a day. https://docs.stripe.com/api/idempotent_requests */
function deleteExpired(sandbox: Sandbox): void {
  const oldest = nowSeconds(sandbox) - daySeconds;
  for (const { id, created } of sandbox.state.answers.values())
    if (created < oldest) sandbox.state.answers.delete(id);
}

/** Returns the response of `answer`, or the stored one of the same idempotency key. Throws if the parameters differ. */
export function replayIdempotent(sandbox: Sandbox, ctx: Context, answer: () => string): string {
  const id = ctx.get('idempotency-key');
  if (ctx.method !== 'POST' || id === '') return answer();
  deleteExpired(sandbox);
  const { answers } = sandbox.state;
  const request = `${ctx.method} ${ctx.path}\n${ctx.request.rawBody ?? ''}`;
  const fingerprint = createHash('sha256').update(request).digest('hex');
  const known = answers.get(id);
  if (known && known.fingerprint !== fingerprint) {
    throw new StripeError(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${id}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    );
  }
  ctx.set('idempotency-key', id);
  if (known) {
    ctx.set({ 'idempotent-replayed': 'true', 'original-request': known.requestId });
    return known.body;
  }
  const body = answer();
  const requestId = ctx.response.get('request-id');
  answers.set(id, { id, created: nowSeconds(sandbox), fingerprint, requestId, body });
  return body;
}
