import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import Router from '@koa/router';
import type { Context, Next } from 'koa';
import Stripe from 'stripe';
import * as z from 'zod';

import { expireDueSessions } from '../checkout/open-session.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Session } from '../state/objects.ts';
import { answerChallenge, pay, type Challenges } from './pay.ts';
import { sessionView } from './session-view.ts';

const files = new URL('../../browser/', import.meta.url);
const require = createRequire(import.meta.url);

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  'frame-ancestors http://localhost:* http://127.0.0.1:* https://localhost:* https://127.0.0.1:*',
].join('; ');

/** The font of the page around the form. */
const font = require.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2');

const staticFiles: Readonly<Record<string, { file: URL | string; type: string }>> = {
  '/form/': { file: new URL('form.html', files), type: 'text/html; charset=utf-8' },
  '/form/form.css': { file: new URL('form.css', files), type: 'text/css; charset=utf-8' },
  '/form/form.js': { file: new URL('form.js', files), type: 'text/javascript; charset=utf-8' },
  '/form/figtree.woff2': { file: font, type: 'font/woff2' },
};

const sessionRequest = z.strictObject({ clientSecret: z.string(), publishableKey: z.string() });
const digits = z
  .string()
  .max(40)
  .transform((text) => text.replace(/[\s-]/g, ''));
const payRequest = sessionRequest.extend({ number: digits, expiry: z.string().max(10), cvc: digits });
const challengeRequest = sessionRequest.extend({ challengeId: z.string(), isConfirmed: z.boolean() });

class FormRequestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

async function handleFormErrors(ctx: Context, next: Next): Promise<void> {
  ctx.set('cache-control', 'no-store');
  try {
    await next();
  } catch (error) {
    if (!(error instanceof FormRequestError)) throw error;
    ctx.status = error.status;
    ctx.body = { error: { message: error.message } };
  }
}

/** Parses the body and finds the session of its client secret. */
function read<Body extends z.infer<typeof sessionRequest>>(
  sandbox: Sandbox,
  ctx: Context,
  schema: z.ZodType<Body>,
) {
  const parsed = schema.safeParse(ctx.is('json') ? ctx.request.body : undefined);
  if (!parsed.success) throw new FormRequestError(400, 'The form sent something unexpected.');
  if (parsed.data.publishableKey !== sandbox.settings.publishableKey) {
    throw new FormRequestError(401, 'Invalid API Key provided: this sandbox has another publishable key.');
  }
  expireDueSessions(sandbox);
  const { clientSecret } = parsed.data;
  const id = clientSecret.split('_secret_')[0] ?? '';
  const session = sandbox.state.sessions.get(id);
  if (!session || sandbox.state.openings.get(id)?.clientSecret !== clientSecret)
    throw new FormRequestError(404, 'This payment session does not exist.');
  return { body: parsed.data, session } satisfies { body: Body; session: Session };
}

/** The browser script with the sandbox's publishable key and the version of Stripe.js that it replaces. */
async function browserScript({ settings }: Sandbox): Promise<string> {
  const source = await readFile(new URL('stripe.js', files), 'utf8');
  const version = Stripe.API_VERSION.split('.')[1];
  const sandbox = JSON.stringify({ publishableKey: settings.publishableKey, version });
  return `((sandbox) => {
${source}
})(${sandbox});
`;
}

export function formRoutes(sandbox: Sandbox): Router {
  const challenges: Challenges = new Map();
  const router = new Router();

  router.get(['/v3', '/v3/', '/:train/stripe.js'], async (ctx) => {
    ctx.type = 'text/javascript; charset=utf-8';
    ctx.set({ 'cache-control': 'no-cache', 'cross-origin-resource-policy': 'cross-origin' });
    ctx.body = await browserScript(sandbox);
  });

  for (const [path, { file, type }] of Object.entries(staticFiles)) {
    router.get(path, async (ctx) => {
      ctx.type = type;
      ctx.set({
        'cache-control': 'no-cache',
        'content-security-policy': contentSecurityPolicy,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
      ctx.body = await readFile(file);
    });
  }

  router.post('/form/session', handleFormErrors, (ctx) => {
    ctx.body = sessionView(sandbox, read(sandbox, ctx, sessionRequest).session);
  });
  router.post('/form/pay', handleFormErrors, (ctx) => {
    const { body, session } = read(sandbox, ctx, payRequest);
    ctx.body = pay(sandbox, challenges, session, body);
  });
  router.post('/form/challenge', handleFormErrors, (ctx) => {
    const { body, session } = read(sandbox, ctx, challengeRequest);
    ctx.body = answerChallenge(sandbox, challenges, session, body);
  });
  return router;
}
