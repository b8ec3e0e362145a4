import { defaultPlanId, plans } from '@funnel/contracts/plans';
import type { FunnelShell } from '@funnel/shell-kit/remote';

/** The query parameters of the return URL. They prove nothing: only a session id can be verified with the service. */
export type ReturnParameters =
  | { readonly status: 'verifiable'; readonly sessionId: string }
  | { readonly status: 'unverified'; readonly planName: string };

const maxNameLength = 60;

/**
 * Reads the parameters and removes the email from the address bar. The others are not personal data and stay, so that a
 * reload shows the same. An email in the URL is never shown, because anybody may have written the link.
 */
export function readReturnParameters(
  shell: Pick<FunnelShell, 'takeQuery'>,
  search: string,
): ReturnParameters {
  shell.takeQuery('email');
  const query = new URLSearchParams(search);
  const sessionId = query.get('session_id')?.trim();
  if (sessionId) return { status: 'verifiable', sessionId };
  return { status: 'unverified', planName: planNameOf(query.get('plan') ?? '') };
}

/** The catalog's spelling of a known plan, otherwise the given text, shortened and without invisible characters. */
function planNameOf(given: string): string {
  const visible = given.replace(/[\p{C}\s]+/gu, ' ').trim();
  const text = [...visible].slice(0, maxNameLength).join('');
  const known = Object.values(plans).find(({ name }) => name === text.toUpperCase());
  return known?.name ?? (text || plans[defaultPlanId].name);
}
