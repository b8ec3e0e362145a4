import {
  consoleEndpoints,
  operatorEndpoints,
  probeEndpoints,
  signInEndpoints,
} from '@funnel/contracts/operator-endpoints';
import { pageEndpoints } from '@funnel/contracts/page-endpoints';
import * as visitorEndpoints from '@funnel/contracts/visitor-endpoints';
import { analyticsRoutes } from '@funnel/releases/analytics/analytics-routes';
import { addCanaryAlertMetric } from '@funnel/releases/auto-rollback/canary-alert';
import { createOperatorRouter } from '@funnel/releases/operators/operator-router';
import { operatorRoutes, signInRoutes } from '@funnel/releases/operators/operator-routes';
import { publisherRoutes } from '@funnel/releases/operators/publisher-routes';
import { createBuildReader, createBuildSummarizer } from '@funnel/releases/registry/build-repository';
import { buildRoutes } from '@funnel/releases/routes/build-routes';
import { deploymentRoutes } from '@funnel/releases/routes/deployment-routes';
import { registrationRoutes } from '@funnel/releases/routes/registration-routes';
import { setRoutes } from '@funnel/releases/routes/set-routes';
import { versionRoutes } from '@funnel/releases/routes/version-routes';
import { visitorSetRoutes } from '@funnel/releases/routes/visitor-set-routes';
import { createLiveSets } from '@funnel/releases/visitors/live-sets';
import { releaseCookies, reportedSetOf } from '@funnel/releases/visitors/release-cookies';
import { createVisitorSets } from '@funnel/releases/visitors/visitor-set';
import { teamWebhookRoutes } from '@funnel/releases/teams/team-webhook-routes';
import { isApiPath, requireCanonicalApiPath } from '@funnel/service-kit/http/api-path';
import { createPublicRouter } from '@funnel/service-kit/http/endpoint-router';
import { errorHandler, rejectUnmatched, rejectNul } from '@funnel/service-kit/http/errors';
import { ignoreAccept } from '@funnel/service-kit/http/ignore-accept';
import { parseQueryInLinearTime } from '@funnel/service-kit/http/linear-query';
import { createLoadShedder } from '@funnel/service-kit/http/load-shedder';
import { createMetrics, metricsRoutes, type Metrics } from '@funnel/service-kit/http/metrics';
import { probeRoutes } from '@funnel/service-kit/http/probe-routes';
import { createReadiness, type Readiness } from '@funnel/service-kit/http/readiness';
import { requestLog } from '@funnel/service-kit/http/request-log';
import Koa from 'koa';
import helmet from 'koa-helmet';

import { alertRoutes } from './alerts/alerts.ts';
import { checkoutSessionRoutes } from './billing/checkout/checkout-session-routes.ts';
import { activationRoutes } from './billing/entitlement/activation-routes.ts';
import { webhookRoutes } from './billing/inbox/webhook-routes.ts';
import type { PaymentProvider } from './billing/payment-provider.ts';
import { createStripeProvider } from './billing/stripe/stripe-client.ts';
import { deliveryRoutes } from './deliveries/delivery-routes.ts';
import { addOutboxMetrics } from './deliveries/outbox-metrics.ts';
import { localMailboxRoutes } from './emails/local-mailbox.ts';
import { unsubscribeRoutes } from './emails/unsubscribe-routes.ts';
import { experimentRoutes } from './experiments/experiment-routes.ts';
import { createVisitExperiments } from './experiments/visit-experiments.ts';
import { leadRoutes } from './leads/lead-routes.ts';
import { offerRoutes } from './offer/offer-routes.ts';
import { isOfferOpen } from './offer/offer.ts';
import { configRoutes } from './pages/config-routes.ts';
import { cspReportRoutes, cspViolationRoutes } from './pages/csp-violations.ts';
import { consoleRoutes } from './pages/console-routes.ts';
import { pageRoutes } from './pages/page-routes.ts';
import type { AppContext } from './platform/app-context.ts';
import { periodReportRoutes } from './reports/period-report-routes.ts';
import { reportRoutes } from './reports/report-routes.ts';
import { consentRoutes } from './tracking/consent-routes.ts';
import { addEventMetrics, type EventBudget } from './tracking/event-metrics.ts';
import { eventRoutes } from './tracking/event-routes.ts';
import { knownVisitId, visitOf, trackVisits } from './tracking/visit.ts';
import { experimentVisitorOf } from './tracking/visitor-context.ts';

export interface AppDependencies {
  readonly context: AppContext;
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  /** Counts attempts of deliveries. */
  readonly countAttempt: (destination: string, outcome: string) => void;
  /** Counts batches of events that were rejected. */
  readonly countRejectedBatch: (budget: EventBudget) => void;
  /** Null if no Stripe keys are configured. */
  readonly payments: PaymentProvider | null;
  /** Wakes the outbox worker because a delivery was enqueued. */
  readonly wakeOutbox: () => void;
  /** Wakes the inbox worker because a webhook event was stored. */
  readonly wakeInbox: () => void;
  /** Folder of the built console. Without it, the console is not served. */
  readonly consoleFolder?: string;
  /** The external URL of each listener. Available after both listeners have started. */
  readonly urls: { readonly visitors: () => string; readonly operators: () => string };
}

/** One Koa application per listener. They share data, but no routes and no cookies. */
export interface Apps {
  readonly visitors: Koa;
  readonly operators: Koa;
}

/** Creates the dependencies that follow from the configuration and the database. */
export function createDependencies(
  context: AppContext,
): Omit<AppDependencies, 'wakeOutbox' | 'wakeInbox' | 'urls'> {
  const metrics = createMetrics();
  addCanaryAlertMetric(metrics.registry, context);
  return {
    context,
    readiness: createReadiness(context),
    metrics,
    countAttempt: addOutboxMetrics(metrics.registry, context),
    countRejectedBatch: addEventMetrics(metrics.registry),
    payments: context.config.stripe && createStripeProvider(context.config.stripe, context.clock),
  };
}

/** Returns the visit and the reported release set of a request for its log lines. */
const logFieldsOf = (ctx: Koa.Context) => ({ visitId: knownVisitId(ctx), setId: reportedSetOf(ctx) });

const connectionErrors = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_HTTP_REQUEST_TIMEOUT'];

/** Whether a request ended because its client sent no more or left, which anybody can do as often as they like. */
function isConnectionError(error: unknown): boolean {
  const code = String(Object(error).code);
  return code.startsWith('HPE_') || connectionErrors.includes(code);
}

/** Creates an application with the middleware that both listeners apply to every request. */
function createListenerApp(
  { context, readiness, metrics }: AppDependencies,
  { isSecure, sampling }: { readonly isSecure: boolean; readonly sampling: number },
): Koa {
  const { config, log } = context;
  // Only our own proxies can be trusted, so only the IPs that they appended to X-Forwarded-For are used.
  const app = new Koa({ proxy: config.TRUST_PROXY > 0, maxIpsCount: config.TRUST_PROXY });
  app.on('error', (err) => log[isConnectionError(err) ? 'debug' : 'warn']({ err }, 'response aborted'));
  app.use(requestLog(log, metrics, logFieldsOf, sampling));
  app.use(
    helmet({
      // Documents set their own policy, and Stripe.js does not work under an opener policy.
      contentSecurityPolicy: false,
      crossOriginOpenerPolicy: false,
      strictTransportSecurity: isSecure,
      xFrameOptions: { action: 'deny' },
      // Browsers from before 2020 read the first two, Flash the third, and the last one changes only pages without https. Every
      // file would carry them.
      xDownloadOptions: false,
      xXssProtection: false,
      xPermittedCrossDomainPolicies: false,
      xDnsPrefetchControl: false,
    }),
  );
  app.use(async (ctx, next) => {
    // Nothing may be cached unless its handler says so.
    ctx.set('Cache-Control', 'no-store');
    // Behind a proxy that terminates TLS, this connection looks unencrypted.
    ctx.cookies.secure = isSecure;
    await next();
    if (readiness.isDraining()) ctx.set('Connection', 'close');
  });
  parseQueryInLinearTime(app);
  ignoreAccept(app);
  return app;
}

/**
 * Creates both applications without opening ports. A path that is missing from a listener's endpoint table returns 404.
 */
export function createApps(dependencies: AppDependencies): Apps {
  const { context, readiness, metrics, payments, wakeOutbox, wakeInbox, consoleFolder, urls } = dependencies;
  const { config, log, keys, clock } = context;
  const isHttps = (url: string | undefined) => url?.startsWith('https:') ?? false;
  const cookies = { secret: keys('visit'), isSecure: isHttps(config.PUBLIC_URL) };
  const load = createLoadShedder({ waitingPaths: [visitorEndpoints.createCheckout.path] });
  const readBuild = createBuildReader(context.database.db, log);
  const summarizeBuild = createBuildSummarizer(readBuild);
  const live = createLiveSets(context, readBuild);
  const visitorSets = createVisitorSets(context, live, cookies);
  const experiments = createVisitExperiments(context, live, visitorSets, experimentVisitorOf);
  // Visitors never learn the console's URL. In development, the visitors' listener redirects to it.
  const consoleUrl = config.NODE_ENV === 'development' ? urls.operators : null;
  const probes = () => createPublicRouter(context, load, probeEndpoints, probeRoutes(readiness)).routes();

  const visitors = createListenerApp(dependencies, {
    isSecure: cookies.isSecure,
    sampling: config.REQUEST_LOG_SAMPLING,
  });
  visitors
    .use(trackVisits(cookies, clock))
    .use(releaseCookies(cookies, clock, { idOf: (ctx) => visitOf(ctx).id, knownIdOf: knownVisitId }))
    .use(errorHandler(log, logFieldsOf))
    .use(rejectNul)
    .use(requireCanonicalApiPath)
    .use(load.count)
    .use(
      createPublicRouter(context, load, visitorEndpoints, {
        ...configRoutes(context, experiments),
        ...visitorSetRoutes(visitorSets),
        ...leadRoutes(context, wakeOutbox),
        ...eventRoutes(
          context,
          wakeOutbox,
          (visitId) => isOfferOpen(context, visitId),
          experiments,
          dependencies.countRejectedBatch,
        ),
        ...consentRoutes(context),
        ...cspReportRoutes(context),
        ...offerRoutes(context),
        ...checkoutSessionRoutes({ ...context, payments }, visitorSets, experiments, cookies),
        ...activationRoutes(context),
        ...unsubscribeRoutes(context),
        ...webhookRoutes({ ...context, payments }, wakeInbox),
      }).routes(),
    )
    .use(probes())
    .use(rejectUnmatched(isApiPath))
    .use(
      createPublicRouter(
        context,
        load,
        pageEndpoints,
        pageRoutes(context, readBuild, live, visitorSets, experiments, consoleUrl),
      ).routes(),
    )
    .use(rejectUnmatched(() => true));

  const operators = createListenerApp(dependencies, { isSecure: isHttps(config.OPERATOR_URL), sampling: 1 });
  operators
    .use(errorHandler(log, logFieldsOf))
    .use(rejectNul)
    .use(requireCanonicalApiPath)
    .use(
      createOperatorRouter(context, operatorEndpoints, {
        ...operatorRoutes(context),
        ...publisherRoutes(context),
        ...registrationRoutes(context),
        ...teamWebhookRoutes(context),
        ...reportRoutes(context),
        ...periodReportRoutes(context, readBuild),
        ...experimentRoutes(context, live),
        ...alertRoutes(context),
        ...cspViolationRoutes(context),
        ...analyticsRoutes(context, readBuild, summarizeBuild),
        ...deliveryRoutes(context, wakeOutbox),
        ...localMailboxRoutes(context),
        ...buildRoutes(context, summarizeBuild),
        ...versionRoutes(context, summarizeBuild, live),
        ...deploymentRoutes(context, readBuild, live),
        ...setRoutes(context, readBuild, urls.visitors),
        ...metricsRoutes(metrics),
      }).routes(),
    )
    .use(createPublicRouter(context, load, signInEndpoints, signInRoutes(context)).routes())
    .use(probes())
    .use(rejectUnmatched(isApiPath));
  if (consoleFolder)
    operators.use(createPublicRouter(context, load, consoleEndpoints, consoleRoutes(consoleFolder)).routes());
  operators.use(rejectUnmatched(() => true));
  return { visitors, operators };
}
