import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIPv6 } from 'node:net';

import type { OperatorEndpoint } from '@funnel/contracts/endpoint';
import type { BuildSource } from '@funnel/contracts/release-management';
import { rightsOf, type Operator, type Permission, type Rights } from '@funnel/contracts/operators';
import { hourMs } from '@funnel/service-kit/durations';
import { callerIpKey, createFailureLimit } from '@funnel/service-kit/http/rate-limit';
import { requireOwnOrigin } from '@funnel/service-kit/http/require-origin';
import { redact } from '@funnel/service-kit/log';
import { problem, ProblemError } from '@funnel/service-kit/problem';
import type { Context } from 'koa';

import type { ReleaseContext } from '../platform/release-context.ts';
import { createIdentityVerifier, isIdentityToken } from './identity-token.ts';
import { findPublisher } from './trusted-publishers.ts';
import {
  deleteSession,
  findSession,
  findValidToken,
  insertSession,
  recordTokenUse,
} from './operator-auth-repository.ts';

/** An operator, or a workflow, whose token was verified for this request. Only this module can create one. */
class VerifiedOperator {
  /** Identifies the token in rows without revealing it. */
  readonly tokenId: string;
  /** The ids of the token and of its chain of creators, separated by spaces. */
  readonly tokenChain: string;
  readonly name: string;
  readonly preset: string;
  /** The run of the workflow that sent the request; null if it was a person. */
  readonly source: BuildSource | null;
  protected readonly rights: Rights;

  constructor(
    tokenChain: readonly [tokenId: string, ...creatorIds: string[]],
    name: string,
    preset: string,
    source: BuildSource | null = null,
  ) {
    this.tokenId = tokenChain[0];
    this.tokenChain = tokenChain.join(' ');
    this.name = name;
    this.preset = preset;
    this.source = source;
    this.rights = rightsOf(preset);
  }

  has(permission: Permission): boolean {
    return this.rights.permissions.includes(permission);
  }

  canPublish(app: string): boolean {
    return this.has('publish') && (this.rights.publishes === 'all' || this.rights.publishes.includes(app));
  }

  describe(): Operator {
    return { name: this.name, preset: this.preset, permissions: [...this.rights.permissions] };
  }
}
export type AuthenticatedOperator = VerifiedOperator;

const sessionMs = 8 * hourMs;

/**
 * Hashes a token for storage. One round of SHA-256 without salt is enough for 32 random bytes, because they cannot be
 * guessed. It would not be enough for passwords.
 */
export const tokenDigest = (token: string): string => createHash('sha256').update(token).digest('hex');

const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const howToGetToken = `An admin creates tokens: npm run release -- token add NAME --preset PRESET --days DAYS
The first admins' tokens are in the service's own setting OPERATOR_TOKEN; npm start writes one to .data/operator-token.`;
const missingToken = `A valid operator token is needed. Send it in the header Authorization: Bearer TOKEN. ${howToGetToken}`;
const unknownToken = `This operator token is unknown, has expired or was revoked. Send a valid one; commands take it from OPERATOR_TOKEN. ${howToGetToken}`;

function throwUnauthorized(ctx: Context, detail: string): never {
  ctx.set('WWW-Authenticate', 'Bearer');
  throw problem('unauthorized', { detail });
}

function createOperatorAuth(context: ReleaseContext) {
  const { database, clock, config, keys, log } = context;
  const { db } = database;
  const failures = createFailureLimit(context, { name: 'failed-sign-ins', perMinute: 10 });
  const isSecure = config.OPERATOR_URL?.startsWith('https:') ?? false;
  /** Browsers accept the `__Host-` prefix only from this exact host, over https and for the path `/`. */
  const cookieName = isSecure ? '__Host-operator' : 'operator';
  // Tokens of the environment have all permissions, and are valid while the environment contains them.
  const configured = config.OPERATOR_TOKEN.map((token) => {
    const digest = tokenDigest(token);
    const id = `env-${createHash('sha256')
      .update(`${keys('operator-token-id')} ${digest}`)
      .digest('hex')
      .slice(0, 32)}`;
    return { name: /^(.+):/.exec(token)?.[1] ?? 'operator', digest, id };
  });
  const rootIds = configured.map(({ id }) => id);

  const findConfigured = (matches: (token: (typeof configured)[number]) => boolean) => {
    const token = configured.find(matches);
    return token && new VerifiedOperator([token.id], token.name, 'admin');
  };

  async function findStored(column: 'id' | 'token_sha256', value: string) {
    const row = await findValidToken(db, { column, value, nowMs: clock(), rootIds });
    if (!row) return undefined;
    await recordTokenUse(db, row, clock()).catch((err: unknown) => log.warn({ err }, 'token use not stored'));
    return new VerifiedOperator([row.id, ...row.creatorIds], row.name, row.role);
  }

  async function findByToken(token: string): Promise<VerifiedOperator | undefined> {
    const digest = tokenDigest(token);
    return findConfigured((known) => isEqual(known.digest, digest)) ?? findStored('token_sha256', digest);
  }

  const { OPERATOR_URL, OIDC_ISSUERS } = config;
  const verifyIdentity =
    OPERATOR_URL && OIDC_ISSUERS.length > 0
      ? createIdentityVerifier({ issuers: OIDC_ISSUERS, audience: new URL(OPERATOR_URL).origin, clock })
      : null;

  /**
   * Returns the workflow that an identity token states, with the right to publish its one app. A rejected token returns 401
   * with the reason, and 429 after ten per minute.
   */
  async function requireWorkflow(ctx: Context, token: string): Promise<VerifiedOperator> {
    try {
      if (!verifyIdentity) throw problem('unauthorized', { detail: 'Identity tokens are not accepted.' });
      const identity = await verifyIdentity(token);
      const { id, app } = await findPublisher(db, identity);
      return new VerifiedOperator(
        [`publisher-${id}`],
        identity.source.repository,
        `publisher:${app}`,
        identity.source,
      );
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'unauthorized') {
        await failures.countFailure(callerIpKey(ctx));
        ctx.set('WWW-Authenticate', 'Bearer');
        log.info({ reason: redact(error.message) }, 'identity token rejected');
      }
      throw error;
    }
  }

  /**
   * Finds the operator of a session cookie. The token is looked up on every request, so a session ends with its token.
   */
  async function findBySession(cookie: string | undefined): Promise<VerifiedOperator | undefined> {
    if (!cookie) return undefined;
    const session = await findSession(db, tokenDigest(cookie), clock());
    if (!session) return undefined;
    return findConfigured(({ id }) => id === session.token_id) ?? findStored('id', session.token_id);
  }

  /**
   * Returns the token's operator. A wrong token returns 401, and 429 after ten per minute. A valid token is never
   * limited.
   */
  async function requireByToken(ctx: Context, token: string): Promise<VerifiedOperator> {
    const operator = await findByToken(token);
    if (operator) return operator;
    await failures.countFailure(callerIpKey(ctx));
    return throwUnauthorized(ctx, unknownToken);
  }

  /** The origin of the console: as configured, or the one that received this request. */
  const ownOrigin = (ctx: Context) =>
    config.OPERATOR_URL
      ? new URL(config.OPERATOR_URL).origin
      : `http://${isIPv6(config.OPERATOR_HOST) ? `[${config.OPERATOR_HOST}]` : config.OPERATOR_HOST}:${ctx.socket.localPort}`;

  const setCookie = (ctx: Context, text: string | null) =>
    ctx.cookies.set(cookieName, text, {
      httpOnly: true,
      sameSite: 'strict',
      path: '/',
      secure: isSecure,
      ...(text && { maxAge: sessionMs }),
    });

  return {
    /** Whether the environment configures an operator of this name. */
    isConfiguredName: (name: string) => configured.some((token) => token.name === name),

    /** The name of a token that the environment configures, or undefined. */
    configuredName: (id: string | null) => configured.find((token) => token.id === id)?.name,

    /**
     * Authenticates a request by `Authorization: Bearer` or by its session cookie. A change by cookie must come from
     * the console itself. Problems: `unauthorized`, `forbidden`, `too-many-requests`, `foreign-origin`.
     */
    async authenticate(
      ctx: Context,
      permission: OperatorEndpoint['permission'],
    ): Promise<AuthenticatedOperator> {
      const [, token] = /^Bearer +(\S+)$/i.exec(ctx.get('Authorization')) ?? [];
      const find = token !== undefined && isIdentityToken(token) ? requireWorkflow : requireByToken;
      const operator = await (token === undefined
        ? findBySession(ctx.cookies.get(cookieName))
        : find(ctx, token));
      if (!operator) return throwUnauthorized(ctx, missingToken);
      if (permission !== 'signed-in' && !operator.has(permission))
        throw problem('forbidden', {
          detail: `Your token (${operator.preset}) does not allow this: it needs ${permission}.`,
        });
      const isReading = ctx.method === 'GET' || ctx.method === 'HEAD';
      if (!isReading) requireOwnOrigin(ctx, ownOrigin(ctx), { hasCookie: token === undefined });
      return operator;
    },

    /** Starts an operator session for a token's owner, and sets its cookie. */
    async signIn(ctx: Context, token: string): Promise<AuthenticatedOperator> {
      requireOwnOrigin(ctx, ownOrigin(ctx), { hasCookie: false });
      const operator = await requireByToken(ctx, token);
      const session = randomBytes(32).toString('base64url');
      await insertSession(db, {
        id_sha256: tokenDigest(session),
        token_id: operator.tokenId,
        created_at: clock(),
        expires_at: clock() + sessionMs,
      });
      setCookie(ctx, session);
      return operator;
    },

    async signOut(ctx: Context): Promise<void> {
      const session = ctx.cookies.get(cookieName);
      if (session) await deleteSession(db, tokenDigest(session));
      setCookie(ctx, null);
    },
  };
}

const auths = new WeakMap<ReleaseContext, ReturnType<typeof createOperatorAuth>>();

/** Returns one instance per service, so that failures are counted together. */
export function operatorAuthOf(context: ReleaseContext): ReturnType<typeof createOperatorAuth> {
  const auth = auths.get(context) ?? createOperatorAuth(context);
  auths.set(context, auth);
  return auth;
}

/** Throws `forbidden` if the operator may not publish the app. */
export function requirePublisher(operator: AuthenticatedOperator, app: string): void {
  if (!operator.canPublish(app))
    throw problem('forbidden', { detail: `Your token (${operator.preset}) does not publish ${app}.` });
}
