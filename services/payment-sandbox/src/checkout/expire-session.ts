import { StripeError } from '../api/stripe-error.ts';
import { recordEvent } from '../events/record-event.ts';
import { nowSeconds, type Sandbox } from '../sandbox.ts';
import type { SessionRecord } from '../state/records.ts';
import { sessionObject } from './session-object.ts';

function close(sandbox: Sandbox, session: SessionRecord): void {
  session.status = 'expired';
  recordEvent(sandbox, 'checkout.session.expired', sessionObject(session));
}

/** Ends an open session; a session that has ended already is refused. */
export function expireSession(sandbox: Sandbox, session: SessionRecord): void {
  if (session.status !== 'open') {
    throw new StripeError(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  }
  close(sandbox, session);
}

/** Ends every session whose time has come. */
export function expireDueSessions(sandbox: Sandbox): void {
  const now = nowSeconds(sandbox);
  for (const session of sandbox.state.sessions.values()) {
    if (session.status === 'open' && session.expiresAt <= now) close(sandbox, session);
  }
}
