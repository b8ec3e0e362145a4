import { listen } from '@funnel/service-kit/http/server';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import Koa from 'koa';

/** The claims of a run of GitHub Actions, as its documentation shows them. */
export const workflowClaims = {
  sub: 'repo:octo-org/survey:environment:release',
  repository: 'octo-org/survey',
  repository_id: '74',
  workflow_ref: 'octo-org/survey/.github/workflows/publish.yml@refs/heads/main',
  environment: 'release',
  sha: '0123456789abcdef0123456789abcdef01234567',
  run_id: '9001',
};

/** Starts an issuer of identity tokens with its metadata and keys, and counts the requests that it gets. */
export async function startIssuer() {
  const kid = 'key-1';
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
  const next = await generateKeyPair('RS256');
  /** Issuers publish the next key before they sign with it. */
  const nextJwk = { ...(await exportJWK(next.publicKey)), kid: 'key-2', alg: 'RS256', use: 'sig' };
  const requests: string[] = [];
  const state = { isDown: false };
  const app = new Koa().use((ctx) => {
    if (state.isDown) {
      ctx.status = 503;
      return;
    }
    requests.push(ctx.path);
    if (ctx.path === '/.well-known/openid-configuration')
      ctx.body = { issuer: server.origin, jwks_uri: `${server.origin}/keys` };
    if (ctx.path === '/keys') ctx.body = { keys: [publicJwk, nextJwk] };
  });
  const server = await listen(app, 0, '127.0.0.1');

  /** Signs claims for five minutes from a time on. */
  const sign = (claims: JWTPayload, nowMs: number, key = privateKey): Promise<string> =>
    new SignJWT({ iss: server.origin, iat: nowMs / 1000, exp: nowMs / 1000 + 300, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid })
      .sign(key);
  return { origin: server.origin, requests, state, publicJwk, kid, sign, close: server.close };
}
