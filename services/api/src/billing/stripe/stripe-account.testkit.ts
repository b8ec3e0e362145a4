import { listen } from '@funnel/service-kit/http/server';
import { readRaw } from '@funnel/service-kit/http/json-body';
import Koa from 'koa';

import { readConfig } from '../../platform/config.ts';
import { createTestClock } from '../../platform/service.testkit.ts';
import { createStripeProvider } from './stripe-client.ts';

/** An object with an id, as Stripe's lists have them. */
export interface StripeRow {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** An object, an error with its status, a connection that breaks, or an outage of a moment. */
type Answer =
  | { readonly object: unknown }
  | { readonly status: number; readonly error: object }
  | 'connection breaks'
  | 'asks to try again';

interface Account {
  /** By method and path, such as `GET /v1/charges/ch_1`. */
  readonly answers?: Readonly<Record<string, Answer>>;
  /** By path, newest first. A list that is missing is unknown to the account. */
  readonly lists?: Readonly<Record<string, readonly StripeRow[]>>;
}

const missing = { status: 404, error: { type: 'invalid_request_error', code: 'resource_missing' } };

/** A server on a free port that answers calls of Stripe's API with exactly what a test puts into the account. */
export async function startStripeAccount() {
  let account: Account = {};
  let calls: { call: string; query: Record<string, string>; headers: Koa.Request['headers'] }[] = [];

  /** One object per page, so that everything needs several: https://docs.stripe.com/api/pagination */
  function pageOf(path: string, after: string | null): Answer {
    const rows = account.lists?.[path];
    if (!rows) return missing;
    const at = 1 + rows.findIndex(({ id }) => id === after);
    const has_more = at + 1 < rows.length;
    return { object: { object: 'list', url: path, data: rows.slice(at, at + 1), has_more } };
  }

  const app = new Koa();
  app.use(async (ctx) => {
    await readRaw(ctx, 100_000);
    const query = new URLSearchParams(ctx.querystring);
    const call = `${ctx.method} ${ctx.path}`;
    calls.push({ call, query: Object.fromEntries(query), headers: ctx.headers });
    const answer = account.answers?.[call] ?? pageOf(ctx.path, query.get('starting_after'));
    ctx.set('Request-Id', 'req_1');
    if (answer === 'connection breaks') ctx.req.socket.destroy();
    else if (answer === 'asks to try again') {
      ctx.set('Stripe-Should-Retry', 'true');
      ctx.status = 503;
    } else if ('object' in answer) ctx.body = answer.object;
    else {
      ctx.set('Stripe-Should-Retry', 'false');
      ctx.status = answer.status;
      ctx.body = { error: answer.error };
    }
  });
  const server = await listen(app, 0, '127.0.0.1');

  const { stripe } = readConfig({
    NODE_ENV: 'test',
    STRIPE_SECRET_KEY: 'sk_test_example',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_example',
    STRIPE_WEBHOOK_SECRET: 'whsec_example',
    STRIPE_API_BASE: server.origin,
  });
  if (!stripe) throw new Error('not configured');
  const { clock } = createTestClock();
  const config = stripe;
  return {
    /** Replaces what is in the account, and returns a provider that has not called it yet. */
    open(changed: Account) {
      account = changed;
      calls = [];
      return createStripeProvider(config, clock);
    },
    /** All calls since the account was opened. */
    calls: () => calls,
    close: server.close,
  };
}

export type StripeAccount = Awaited<ReturnType<typeof startStripeAccount>>;
