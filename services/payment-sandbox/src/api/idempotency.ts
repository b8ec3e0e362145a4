import { createHash } from 'node:crypto';

import { nowSeconds, type Sandbox } from '../sandbox.ts';
import type { IdempotencyRecord } from '../state/records.ts';
import { StripeError } from './stripe-error.ts';

const keptSeconds = 24 * 60 * 60;

export function fingerprintOf(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');
}

function forgetOld(sandbox: Sandbox): void {
  const oldest = nowSeconds(sandbox) - keptSeconds;
  for (const { id, created } of sandbox.state.idempotency.values()) {
    if (created < oldest) sandbox.state.idempotency.delete(id);
  }
}

/** The answer given before under this key; refused where the key came with other parameters. */
export function replayOf(sandbox: Sandbox, key: string, fingerprint: string): IdempotencyRecord | undefined {
  forgetOld(sandbox);
  const known = sandbox.state.idempotency.get(key);
  if (known && known.fingerprint !== fingerprint) {
    throw new StripeError(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    );
  }
  return known;
}
