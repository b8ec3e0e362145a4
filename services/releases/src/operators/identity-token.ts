import type { BuildSource } from '@funnel/contracts/release-management';
import type { Clock } from '@funnel/service-kit/clock';
import { problem } from '@funnel/service-kit/problem';
import {
  createRemoteJWKSet,
  decodeJwt,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';
import * as z from 'zod';

/** Signatures with a key pair. A symmetric algorithm would let anybody sign with the published key. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const fetchTimeoutMs = 5000;
/** Tokens of workflows are valid for minutes. One that claims to be valid for longer is rejected when it is this old. */
const maxTokenAge = '1 hour';
const clockToleranceSeconds = 30;

/**
 * The claims of a workflow of GitHub Actions.
 * https://docs.github.com/en/actions/reference/security/oidc (checked 2026-11-23)
 */
const claimsSchema = z.object({
  repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  repository_id: z.string(),
  /** `octo-org/octo-repo/.github/workflows/publish.yml@refs/heads/main` */
  workflow_ref: z.string(),
  environment: z.string().optional(),
  sha: z.string().regex(/^[0-9a-f]{40,64}$/),
  run_id: z.string().regex(/^\d+$/),
});

/** The ref stands right after the file's name: the name of another file may contain `@` itself. */
const workflowPattern = /^(\.github\/workflows\/[\w.-]+\.ya?ml)@refs\//;

/** A workflow's run, as the issuer states. */
export interface WorkflowIdentity {
  readonly issuer: string;
  readonly repositoryId: string;
  /** The path of the workflow's file in its repository. */
  readonly workflow: string;
  /** Null if the job names none. */
  readonly environment: string | null;
  readonly source: BuildSource;
}

interface VerifierOptions {
  /** The issuers whose tokens are accepted, as in `iss`. */
  readonly issuers: readonly string[];
  /** The only accepted `aud`. */
  readonly audience: string;
  readonly clock: Clock;
}

/** Whether a bearer token has the format of an identity token: three parts, of which the first is JSON (`{"`) in base64. */
export const isIdentityToken = (token: string): boolean => /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(token);

const unauthorized = (detail: string, cause?: unknown) => problem('unauthorized', { detail, cause });

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

/** Finds the issuer's keys by its metadata. https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig */
async function discoverKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    redirect: 'error',
    signal: AbortSignal.timeout(fetchTimeoutMs),
  });
  const metadata = discoverySchema.parse(await response.json());
  const keys = new URL(metadata.jwks_uri);
  if (metadata.issuer !== issuer || keys.protocol !== new URL(issuer).protocol)
    throw new Error(
      `the metadata of ${issuer} names the issuer ${metadata.issuer} and the keys ${keys.href}`,
    );
  return createRemoteJWKSet(keys, { timeoutDuration: fetchTimeoutMs });
}

/** An issuer can sign an `aud` of any type, also one that has no text. */
const audienceSchema = z.union([z.string(), z.array(z.string()).nonempty()]);

/** Explains that a token is for another audience. */
function otherAudience(aud: unknown, audience: string): string {
  const stated = audienceSchema.safeParse(aud);
  return stated.success
    ? `The identity token is for the audience ${String(stated.data)}, not for ${audience}.`
    : `The identity token does not state its audience as text. It must be ${audience}.`;
}

/** Explains why a token is rejected. Returns null if the reason is not the token. */
function refusalOf(error: unknown, { audience }: VerifierOptions, claims: JWTPayload): string | null {
  if (error instanceof errors.JWTExpired) return 'The identity token has expired.';
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.claim === 'aud'
      ? otherAudience(claims.aud, audience)
      : `The identity token is not valid: ${error.message}.`;
  if (
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported
  )
    return `The identity token is not signed with a key of ${claims.iss}.`;
  // A token without `kid`, while the issuer publishes several keys.
  if (error instanceof errors.JWKSMultipleMatchingKeys)
    return 'The identity token does not name the key that it is signed with.';
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid)
    return 'The identity token is malformed.';
  return null;
}

/**
 * Creates a function that verifies a workflow's identity token. It throws `unauthorized` with the reason, or `unavailable` if
 * the keys of an accepted issuer cannot be fetched. Keys are cached; no URL but those of the accepted issuers is called.
 */
export function createIdentityVerifier(options: VerifierOptions) {
  const { issuers, audience, clock } = options;
  const keysByIssuer = new Map<string, Promise<JWTVerifyGetKey>>();

  function keysOf(issuer: string): Promise<JWTVerifyGetKey> {
    const keys = keysByIssuer.get(issuer) ?? discoverKeys(issuer);
    keysByIssuer.set(issuer, keys);
    // The next token tries again.
    keys.catch(() => keysByIssuer.delete(issuer));
    return keys;
  }

  async function verifiedClaims(token: string): Promise<JWTPayload> {
    let claims: JWTPayload;
    try {
      claims = decodeJwt(token);
    } catch (error) {
      throw unauthorized('The identity token is malformed.', error);
    }
    const issuer: unknown = claims.iss ?? '';
    if (typeof issuer !== 'string') throw unauthorized('The identity token is malformed.');
    if (!issuers.includes(issuer))
      throw unauthorized(`Identity tokens of ${issuer || 'no issuer'} are not accepted.`);
    try {
      const keys = await keysOf(issuer);
      const currentDate = new Date(clock());
      const checks = { issuer, audience, algorithms, currentDate, maxTokenAge };
      const requiredClaims = ['exp', 'iat'];
      const { payload } = await jwtVerify(token, keys, {
        ...checks,
        requiredClaims,
        clockTolerance: clockToleranceSeconds,
      });
      return payload;
    } catch (error) {
      const reason = refusalOf(error, options, claims);
      if (reason !== null) throw unauthorized(reason, error);
      throw problem('unavailable', {
        detail: `The keys of ${issuer} cannot be fetched. Try again.`,
        cause: error,
      });
    }
  }

  return async (token: string): Promise<WorkflowIdentity> => {
    const payload = await verifiedClaims(token);
    const { data: claims } = claimsSchema.safeParse(payload);
    const prefix = `${claims?.repository}/`;
    const [, workflow] = workflowPattern.exec(claims?.workflow_ref.slice(prefix.length) ?? '') ?? [];
    if (!claims || !claims.workflow_ref.startsWith(prefix) || workflow === undefined)
      throw unauthorized(
        'The identity token is not one of a workflow of GitHub Actions in its own repository.',
      );
    return {
      issuer: payload.iss ?? '',
      repositoryId: claims.repository_id,
      workflow,
      environment: claims.environment ?? null,
      source: { repository: claims.repository, commit: claims.sha, run: claims.run_id },
    };
  };
}
