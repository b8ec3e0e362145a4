import type { Alerts } from '@funnel/contracts/alerts';
import type { ApiFailure } from '@funnel/contracts/api-client';
import type { CspViolations } from '@funnel/contracts/csp-violations';
import type {
  Deliveries,
  DeliverySummary,
  RedeliveryResult,
  RedeliveryRequest,
  Resumption,
  ResumptionRequest,
} from '@funnel/contracts/deliveries';
import type { ExperimentDecision, ExperimentReport } from '@funnel/contracts/experiment-reports';
import type { LocalEmails } from '@funnel/contracts/local-emails';
import { createOperatorClient, type DeliveryFilter } from '@funnel/contracts/operator-client';
import type { NewToken, Operator, OperatorTokens, TokenRequest } from '@funnel/contracts/operators';
import type {
  AppReport,
  CanaryRequest,
  DeploymentEffects,
  DeploymentEffectsQuery,
  Preview,
  PromotionRequest,
  PublishedBuilds,
  ReleaseAlerts,
  ReleaseAudit,
  ReleaseAnalytics,
  ReleaseStatus,
  RollbackPlan,
  RollbackRequest,
  ReleaseSetRecord,
  Verification,
  VersionAnalytics,
} from '@funnel/contracts/release-management';
import type {
  AnswersReport,
  Cohorts,
  FunnelReport,
  OverviewReport,
  ReportQuery,
  ReportValues,
  Timeline,
} from '@funnel/contracts/reports';
import type { RepeatedSubscriptions } from '@funnel/contracts/repeated-subscriptions';
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';

const timeoutMs = 20_000;

const client = createOperatorClient({
  fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
});

/** Every call of the service as an RTK Query endpoint, with what it caches and invalidates. */
export const consoleApi = createApi({
  reducerPath: 'service',
  baseQuery: fakeBaseQuery<ApiFailure>(),
  tagTypes: ['session', 'releases', 'experiments', 'deliveries', 'tokens'],
  endpoints: (build) => ({
    session: build.query<Operator, void>({
      queryFn: client.readSession,
      providesTags: ['session'],
    }),
    signIn: build.mutation<Operator, string>({
      queryFn: (token) => client.signIn(token),
      invalidatesTags: (_, error) =>
        error ? [] : ['session', 'releases', 'experiments', 'deliveries', 'tokens'],
    }),
    signOut: build.mutation<null, void>({ queryFn: client.signOut }),

    status: build.query<ReleaseStatus, void>({ queryFn: client.readStatus, providesTags: ['releases'] }),
    builds: build.query<PublishedBuilds, void>({
      queryFn: () => client.listBuilds(),
      providesTags: ['releases'],
    }),
    app: build.query<AppReport, string>({
      queryFn: (name) => client.readApp(name),
      providesTags: ['releases'],
    }),
    audit: build.query<ReleaseAudit, void>({ queryFn: client.readAudit, providesTags: ['releases'] }),
    alerts: build.query<ReleaseAlerts, void>({ queryFn: client.readAlerts, providesTags: ['releases'] }),
    alertHistory: build.query<Alerts, void>({ queryFn: client.listAlerts }),
    analytics: build.query<ReleaseAnalytics, void>({
      queryFn: client.readAnalytics,
      providesTags: ['releases'],
    }),
    versionAnalytics: build.query<VersionAnalytics, void>({
      queryFn: client.readVersionAnalytics,
      providesTags: ['releases'],
    }),
    /** The members of a set, and the findings of the gates against it. */
    verification: build.query<Verification, string>({ queryFn: (id) => client.verifySet(id) }),
    /** Creates a set with this version that is not live, and runs the gates on it, for each sheet. */
    versionCheck: build.query<Verification, string>({
      async queryFn(change) {
        const created = await client.createSet({ changes: [change] });
        return created.error ? created : client.verifySet(created.data.id);
      },
      keepUnusedDataFor: 0,
    }),
    /** Creates a set with this version that is not live, and a link to it, for each sheet. */
    versionPreview: build.query<Preview & { readonly set: ReleaseSetRecord }, string>({
      async queryFn(change) {
        const created = await client.createSet({ changes: [change] });
        if (created.error) return created;
        const preview = await client.previewSet(created.data.id);
        return preview.error ? preview : { data: { ...preview.data, set: created.data } };
      },
      keepUnusedDataFor: 0,
    }),

    promote: build.mutation<ReleaseStatus, PromotionRequest>({
      queryFn: (request) => client.promote(request),
      invalidatesTags: ['releases'],
    }),
    updateCanary: build.mutation<ReleaseStatus, CanaryRequest>({
      queryFn: (request) => client.changeCanary(request),
      invalidatesTags: ['releases'],
    }),
    /** The plan of a rollback to this set, or (null) to the previous stable set. It is fetched for each dialog. */
    rollbackPlan: build.query<RollbackPlan, string | null>({
      queryFn: (to) => client.planRollback(to),
      keepUnusedDataFor: 0,
    }),
    /** Where a rollback would lead now, apart from the plan of an open dialog, which must not change. An error if there is no earlier stable set. */
    rollbackTarget: build.query<RollbackPlan, void>({
      queryFn: () => client.planRollback(null),
      providesTags: ['releases'],
    }),
    /** What it would change to make a set or a version live, for each dialog. */
    deploymentEffects: build.query<DeploymentEffects, DeploymentEffectsQuery>({
      queryFn: (query) => client.readDeploymentEffects(query),
      keepUnusedDataFor: 0,
    }),
    rollBack: build.mutation<ReleaseStatus, RollbackRequest>({
      queryFn: (request) => client.rollBack(request),
      invalidatesTags: ['releases'],
    }),

    overviewReport: build.query<OverviewReport, ReportQuery>({
      queryFn: (query) => client.readOverviewReport(query),
    }),
    funnelReport: build.query<FunnelReport, ReportQuery>({
      queryFn: (query) => client.readFunnelReport(query),
    }),
    reportValues: build.query<ReportValues, ReportQuery>({
      queryFn: (query) => client.readReportValues(query),
    }),
    answersReport: build.query<AnswersReport, ReportQuery>({
      queryFn: (query) => client.readAnswersReport(query),
    }),
    timeline: build.query<Timeline, void>({ queryFn: client.readTimeline, providesTags: ['releases'] }),
    cohorts: build.query<Cohorts, void>({ queryFn: client.readCohorts }),

    experiments: build.query<readonly ExperimentReport[], void>({
      queryFn: client.listExperiments,
      providesTags: ['experiments'],
    }),
    decideExperiment: build.mutation<unknown, ExperimentDecision>({
      queryFn: (decision) => client.decideExperiment(decision),
      invalidatesTags: ['experiments'],
    }),

    cspViolations: build.query<CspViolations, void>({ queryFn: client.readCspViolations }),

    repeatedSubscriptions: build.query<RepeatedSubscriptions, void>({
      queryFn: client.listRepeatedSubscriptions,
    }),

    deliverySummary: build.query<DeliverySummary, void>({
      queryFn: client.readDeliverySummary,
      providesTags: ['deliveries'],
    }),
    /** The deliveries that have not succeeded. */
    deliveries: build.query<Deliveries, DeliveryFilter>({
      queryFn: (filter) => client.listDeliveries(filter),
      providesTags: ['deliveries'],
    }),
    /** The emails of a service in development. */
    localEmails: build.query<LocalEmails, void>({
      queryFn: client.listLocalEmails,
      providesTags: ['deliveries'],
    }),
    redeliver: build.mutation<RedeliveryResult, RedeliveryRequest>({
      queryFn: (request) => client.redeliver(request),
      invalidatesTags: ['deliveries'],
    }),
    resumeDestination: build.mutation<Resumption, ResumptionRequest>({
      queryFn: (request) => client.resumeDestination(request),
      invalidatesTags: ['deliveries'],
    }),

    tokens: build.query<OperatorTokens, void>({ queryFn: client.listTokens, providesTags: ['tokens'] }),
    createToken: build.mutation<NewToken, TokenRequest>({
      queryFn: (request) => client.createToken(request),
      invalidatesTags: ['tokens'],
    }),
    revokeToken: build.mutation<null, string>({
      queryFn: (id) => client.revokeToken(id),
      invalidatesTags: ['tokens'],
    }),
  }),
});
