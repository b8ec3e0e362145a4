import { checkEmail } from '@funnel/contracts/email';
import { defaultPlanId, plans } from '@funnel/contracts/plans';
import type { FunnelShell } from '@funnel/shell-kit/remote';

/** The query parameters of the return URL. They prove nothing: only a session id can be verified with the service. */
export type ReturnParameters =
  | { readonly status: 'verifiable'; readonly sessionId: string }
  | { readonly status: 'unverified'; readonly planName: string; readonly email: string | null };

/**
 * Reads the parameters once and removes all but the session id from the address bar. The id is not personal data and
 * stays, so that a reload can verify the payment again.
 */
export function readReturnParameters(
  shell: Pick<FunnelShell, 'takeQuery'>,
  search: string,
): ReturnParameters {
  const email = shell.takeQuery('email')?.trim() ?? '';
  const plan = shell.takeQuery('plan')?.trim().toUpperCase();
  shell.takeQuery('amount');
  const sessionId = new URLSearchParams(search).get('session_id')?.trim();
  if (sessionId) return { status: 'verifiable', sessionId };
  const known = Object.values(plans).find(({ name }) => name === plan) ?? plans[defaultPlanId];
  return { status: 'unverified', planName: known.name, email: checkEmail(email) === 'ok' ? email : null };
}
