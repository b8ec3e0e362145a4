import Koa from 'koa';
import helmet from 'koa-helmet';

import { checkoutSessionRoutes } from './checkout-sessions/checkout-session-routes.ts';
import { consentRoutes } from './conversions/consent-routes.ts';
import { eventRoutes } from './conversions/event-routes.ts';
import { deliveryRoutes } from './deliveries/delivery-routes.ts';
import { activationRoutes } from './entitlements/activation-routes.ts';
import { leadRoutes } from './leads/lead-routes.ts';
import { operatorRoutes } from './operators/operator-routes.ts';
import { consoleRoutes } from './pages/console-routes.ts';
import { pageRoutes } from './pages/page-routes.ts';
import type { PaymentProvider } from './payments/payment-provider.ts';
import { createStripeProvider } from './payments/stripe-client.ts';
import { webhookRoutes } from './payments/webhook-routes.ts';
import type { AppContext } from './platform/app-context.ts';
import { configRoutes } from './platform/http/config-routes.ts';
import { errorHandler, unmatched, withoutNul } from './platform/http/errors.ts';
import { createLoad } from './platform/http/load.ts';
import { operationsRoutes } from './platform/http/operations-routes.ts';
import { requestLog } from './platform/http/request-log.ts';
import { visits } from './platform/http/visit.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { createReadiness, type Readiness } from './platform/readiness.ts';
import { sharedSecret } from './platform/settings.ts';
import { buildReader } from './releases/build-repository.ts';
import { openLiveRelease } from './releases/visitors/live-release.ts';
import { releaseRoutes, releaseSetRoutes } from './releases/release-routes.ts';
import { setRoutes } from './releases/set-routes.ts';
import { visitorReleases } from './releases/visitors/visitor-release.ts';
import { figureRoutes } from './reports/figure-routes.ts';
import { reportRoutes } from './reports/report-routes.ts';

export interface AppParts {
  readonly context: AppContext;
  readonly visitSecret: string;
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  /** Null where no keys are configured. */
  readonly payments: PaymentProvider | null;
  /** Tells the outbox's worker that there is something to deliver. */
  readonly wakeOutbox: () => void;
  /** Tells the inbox's worker that the payment provider has sent something. */
  readonly wakeInbox: () => void;
  /** Where the console was built; without one it is not shown. */
  readonly consoleFolder?: string;
}

/** The parts as the settings and the database have them. */
export async function openParts(context: AppContext): Promise<Omit<AppParts, 'wakeOutbox' | 'wakeInbox'>> {
  return {
    context,
    visitSecret: await sharedSecret(context.database.db, 'visit'),
    readiness: createReadiness(context),
    metrics: createMetrics(context),
    payments: context.config.stripe && createStripeProvider(context.config.stripe, context.clock),
  };
}

/** The whole service as one Koa application, without a port. */
export function createApp({
  context,
  visitSecret,
  readiness,
  metrics,
  payments,
  wakeOutbox,
  wakeInbox,
  consoleFolder,
}: AppParts): Koa {
  const { config, log } = context;
  const isSecure = config.PUBLIC_URL?.startsWith('https:') ?? false;
  // Of the addresses that proxies note down, only those that our own proxies wrote can be believed.
  const app = new Koa({ proxy: config.TRUST_PROXY > 0, maxIpsCount: config.TRUST_PROXY });

  app.on('error', (err) => log.warn({ err }, 'answer broke off'));
  app.use(requestLog(log, metrics));
  app.use(
    helmet({
      // The documents bring their own; the payment provider's script does not work under an opener policy.
      contentSecurityPolicy: false,
      crossOriginOpenerPolicy: false,
      strictTransportSecurity: isSecure,
      xFrameOptions: { action: 'deny' },
    }),
  );
  app.use(async (ctx, next) => {
    // Only what says otherwise may be kept by anyone.
    ctx.set('Cache-Control', 'no-store');
    await next();
    if (readiness.isDraining()) ctx.set('Connection', 'close');
  });
  const cookies = { secret: visitSecret, isSecure };
  app.use(visits(cookies, context.clock));
  app.use(errorHandler(log));
  app.use(withoutNul);

  const load = createLoad();
  app.use(load.count);

  const readBuild = buildReader(context.database.db);
  const live = openLiveRelease(context, readBuild);
  const visitors = visitorReleases(context, live, cookies);

  const routers = [
    operationsRoutes(readiness, metrics),
    configRoutes(context),
    leadRoutes(context, wakeOutbox),
    eventRoutes(context, load, wakeOutbox),
    consentRoutes(context),
    operatorRoutes(context),
    reportRoutes(context),
    figureRoutes(context, readBuild),
    deliveryRoutes(context, wakeOutbox),
    releaseSetRoutes(visitors),
    releaseRoutes(context, readBuild, live, visitSecret),
    setRoutes(context, readBuild),
    checkoutSessionRoutes({ ...context, payments }),
    activationRoutes(context),
    webhookRoutes({ ...context, payments }, wakeInbox),
  ];
  for (const router of routers) app.use(router.routes());
  app.use(unmatched((path) => path === '/api' || path.startsWith('/api/')));

  if (consoleFolder) app.use(consoleRoutes(consoleFolder).routes());
  app.use(pageRoutes(context, readBuild, live, visitors).routes());
  app.use(unmatched(() => true));
  return app;
}
