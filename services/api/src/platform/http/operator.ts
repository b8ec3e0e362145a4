import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

import type { Operator, OperatorRole } from '@funnel/contracts/operators';
import type { Context, Middleware } from 'koa';

import type { AppContext } from '../app-context.ts';
import { problem } from '../problem.ts';
import { sharedSecret } from '../settings.ts';
import { openLimit } from './rate-limit.ts';
import { sameOrigin } from './same-origin.ts';
import { seal, unseal } from './seal.ts';

/** Somebody with a token that is good now. */
interface KnownOperator extends Operator {
  /** Stands for the token in a session's cookie, and tells nothing of it. */
  readonly id: string;
}

const cookieName = 'operator';
const sessionMs = 8 * 3600 * 1000;

/**
 * How a token is kept. One round of SHA-256 without salt is right for what 32 random bytes made, since nobody can try
 * them all; it would not be for passwords.
 */
export const tokenDigest = (token: string): string => createHash('sha256').update(token).digest('hex');

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

function openDoor(context: AppContext) {
  const { database, clock, config } = context;
  const failures = openLimit(context, { name: 'failed-sign-ins', perMinute: 10 });
  const configured = config.OPERATOR_TOKEN.map((token) => ({
    name: /^(.+):/.exec(token)?.[1] ?? 'operator',
    digest: tokenDigest(token),
  }));
  let secret: Promise<string> | null = null;
  const readSecret = () =>
    (secret ??= sharedSecret(database.db, 'operator-session').catch((error: unknown) => {
      secret = null;
      throw error;
    }));

  /** Tokens of the environment are managers' and do not expire. */
  async function asManager({ name, digest }: (typeof configured)[number]): Promise<KnownOperator> {
    const id = createHmac('sha256', await readSecret())
      .update(digest)
      .digest('base64url');
    return { id, name, role: 'manager' };
  }

  const stored = (column: 'id' | 'token_sha256', value: string): Promise<KnownOperator | undefined> =>
    database.db
      .selectFrom('operator_tokens')
      .select(['id', 'name', 'role'])
      .where(column, '=', value)
      .where('expires_at', '>', clock())
      .executeTakeFirst();

  async function byToken(token: string): Promise<KnownOperator | undefined> {
    const digest = tokenDigest(token);
    const known = configured.find((operator) => isSame(operator.digest, digest));
    return known ? asManager(known) : stored('token_sha256', digest);
  }

  async function byId(id: string): Promise<KnownOperator | undefined> {
    const managers = await Promise.all(configured.map(asManager));
    return managers.find((manager) => isSame(manager.id, id)) ?? stored('id', id);
  }

  /** The operator of a session. Asks for the token behind it every time: expired or revoked, it ends the session. */
  async function bySession(cookie: string | undefined): Promise<KnownOperator | undefined> {
    const [id = '', until] = unseal(cookieName, cookie, await readSecret()) ?? [];
    return Number(until) > clock() ? byId(id) : undefined;
  }

  /** Whose token it is. Who failed ten times has to wait, so that nobody can guess for long. Throws `unauthorized`. */
  async function admit(ctx: Context, token: string): Promise<KnownOperator> {
    await failures.check(ctx);
    const operator = await byToken(token);
    if (operator) return operator;
    await failures.count(ctx);
    return refuse(ctx);
  }

  return {
    admit,
    bySession,
    async startSession(ctx: Context, { id }: KnownOperator): Promise<void> {
      setCookie(ctx, seal(cookieName, [id, clock() + sessionMs], await readSecret()), sessionMs);
    },
    endSession: (ctx: Context) => setCookie(ctx, '', 0),
  };
}

const setCookie = (ctx: Context, text: string, maxAge: number) =>
  ctx.cookies.set(cookieName, text, { httpOnly: true, sameSite: 'strict', path: '/api', maxAge });

function refuse(ctx: Context): never {
  ctx.set('WWW-Authenticate', 'Bearer');
  throw problem('unauthorized');
}

const doors = new WeakMap<AppContext, ReturnType<typeof openDoor>>();

/** One for the whole service: failures count together, whatever was tried to open. */
export function doorOf(context: AppContext): ReturnType<typeof openDoor> {
  const door = doors.get(context) ?? openDoor(context);
  doors.set(context, door);
  return door;
}

/**
 * Lets operators in, by `Authorization: Bearer` or by the cookie of their session. Viewers may read, managers may also
 * change; `role` asks for more than that. Problems: `unauthorized`, `forbidden`, `too-many-requests`, `foreign-origin`.
 */
export function operatorOnly(context: AppContext, role?: OperatorRole): Middleware {
  const door = doorOf(context);
  const fromOwnPages = sameOrigin(context);
  return async (ctx, next) => {
    const isReading = ['GET', 'HEAD'].includes(ctx.method);
    const [, token] = /^Bearer (\S+)$/.exec(ctx.get('Authorization')) ?? [];
    const operator = await (token === undefined
      ? door.bySession(ctx.cookies.get(cookieName))
      : door.admit(ctx, token));
    if (!operator) return refuse(ctx);
    const needed = role ?? (isReading ? 'viewer' : 'manager');
    if (needed === 'manager' && operator.role !== 'manager') throw problem('forbidden');
    ctx.state.operator = operator.name;
    ctx.state.operatorRole = operator.role;
    // Only a browser sends cookies by itself, on behalf of whatever page it shows.
    if (token === undefined && !isReading) await fromOwnPages(ctx, next);
    else await next();
  };
}
