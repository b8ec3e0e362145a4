import { ProjectError } from '../project-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const timeoutMs = 10_000;

/**
 * Requests the identity token of the running workflow for the service at `url`. Resolves to null outside of a workflow, or in
 * one without the permission `id-token: write`. Throws `ProjectError` if the request fails.
 * https://docs.github.com/en/actions/reference/security/oidc#methods-for-requesting-the-oidc-token (checked 2026-11-23)
 */
export async function requestIdentityToken(environment: Environment, url: string): Promise<string | null> {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: requestUrl, ACTIONS_ID_TOKEN_REQUEST_TOKEN: permission } =
    environment;
  if (!requestUrl || !permission) return null;
  const request = new URL(requestUrl);
  request.searchParams.set('audience', new URL(url).origin);
  const headers = { authorization: `Bearer ${permission}`, accept: 'application/json' };
  try {
    const response = await fetch(request, { headers, signal: AbortSignal.timeout(timeoutMs) });
    const { value }: { value?: unknown } = response.ok ? await response.json() : {};
    if (typeof value === 'string') return value;
    throw new Error(`HTTP ${response.status}`);
  } catch (error) {
    throw new ProjectError(`The identity token of this workflow cannot be requested: ${String(error)}`);
  }
}
