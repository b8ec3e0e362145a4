import {
  deliveriesSchema,
  deliverySummarySchema,
  redeliverySchema,
  type Deliveries,
  type DeliveryState,
  type DeliverySummary,
  type RedeliveryResult,
  type RedeliveryRequest,
} from '@funnel/contracts/deliveries';
import { pathTo } from '@funnel/contracts/endpoint';
import { operatorEndpoints as endpoints, signInEndpoints } from '@funnel/contracts/operator-endpoints';
import {
  newTokenSchema,
  operatorSchema,
  operatorTokensSchema,
  type Operator,
  type OperatorTokens,
} from '@funnel/contracts/operators';
import {
  previewSchema,
  publishedBuildsSchema,
  releaseAlertsSchema,
  releaseAuditSchema,
  releaseAnalyticsSchema,
  releaseStatusSchema,
  rollbackPlanSchema,
  storedSetSchema,
  verificationSchema,
  versionAnalyticsSchema,
  type CanaryRequest,
  type Preview,
  type PromotionRequest,
  type PublishedBuilds,
  type ReleaseAlerts,
  type ReleaseAudit,
  type ReleaseAnalytics,
  type ReleaseStatus,
  type RollbackPlan,
  type RollbackRequest,
  type ReleaseSetRecord,
  type Verification,
  type VersionAnalytics,
} from '@funnel/contracts/release-management';
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';

import { call, nothing, type Failure } from './call.ts';

interface NewToken {
  readonly token: string;
  readonly name: string;
  readonly expiresAt: number;
}

interface TokenRequest {
  readonly name: string;
  readonly preset: string;
  readonly days: number;
}

/** Which deliveries to list; null for all of them. */
export interface DeliveryChoice {
  readonly destination: string | null;
  readonly state: DeliveryState | null;
}

const post = (body: object) => ({ method: 'POST', body }) as const;
/** The address with those parameters that have a value. */
function withParameters(path: string, parameters: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** Everything the console asks of the service, one entry a call. */
export const consoleApi = createApi({
  reducerPath: 'service',
  baseQuery: fakeBaseQuery<Failure>(),
  tagTypes: ['session', 'releases', 'deliveries', 'tokens'],
  endpoints: (build) => ({
    session: build.query<Operator, void>({
      queryFn: () => call(operatorSchema, endpoints.readSession.path),
      providesTags: ['session'],
    }),
    signIn: build.mutation<null, string>({
      queryFn: (token) => call(nothing, signInEndpoints.signIn.path, post({ token })),
      invalidatesTags: (_, error) => (error ? [] : ['session', 'releases', 'deliveries', 'tokens']),
    }),
    signOut: build.mutation<null, void>({
      queryFn: () => call(nothing, endpoints.signOut.path, { method: endpoints.signOut.method }),
    }),

    status: build.query<ReleaseStatus, void>({
      queryFn: () => call(releaseStatusSchema, endpoints.readReleaseStatus.path),
      providesTags: ['releases'],
    }),
    builds: build.query<PublishedBuilds, void>({
      queryFn: () => call(publishedBuildsSchema, endpoints.listBuilds.path),
      providesTags: ['releases'],
    }),
    audit: build.query<ReleaseAudit, void>({
      queryFn: () => call(releaseAuditSchema, endpoints.readReleaseAudit.path),
      providesTags: ['releases'],
    }),
    alerts: build.query<ReleaseAlerts, void>({
      queryFn: () => call(releaseAlertsSchema, endpoints.readReleaseAlerts.path),
      providesTags: ['releases'],
    }),
    analytics: build.query<ReleaseAnalytics, void>({
      queryFn: () => call(releaseAnalyticsSchema, endpoints.readReleaseAnalytics.path),
      providesTags: ['releases'],
    }),
    versionAnalytics: build.query<VersionAnalytics, void>({
      queryFn: () => call(versionAnalyticsSchema, endpoints.readVersionAnalytics.path),
      providesTags: ['releases'],
    }),
    /** What is in a set, and what speaks against it now. */
    verification: build.query<Verification, string>({
      queryFn: (id) => call(verificationSchema, pathTo(endpoints.verifySet, { id })),
    }),
    /** Makes a set of what is live and the changes, and shows it to nobody. */
    makeSet: build.mutation<ReleaseSetRecord, readonly string[]>({
      queryFn: (changes) => call(storedSetSchema, endpoints.createSet.path, post({ changes })),
    }),
    preview: build.mutation<Preview, string>({
      queryFn: (id) => call(previewSchema, pathTo(endpoints.previewSet, { id }), { method: 'POST' }),
    }),

    promote: build.mutation<null, PromotionRequest>({
      queryFn: (request) => call(nothing, endpoints.promote.path, post(request)),
      invalidatesTags: ['releases'],
    }),
    updateCanary: build.mutation<null, CanaryRequest>({
      queryFn: (request) => call(nothing, endpoints.changeCanary.path, post(request)),
      invalidatesTags: ['releases'],
    }),
    /** What a rollback would do now, to this set or (null) to the one before. Asked anew each time somebody wants to know. */
    rollbackPlan: build.query<RollbackPlan, string | null>({
      queryFn: (to) => call(rollbackPlanSchema, withParameters(endpoints.planRollback.path, { to })),
      keepUnusedDataFor: 0,
    }),
    rollBack: build.mutation<null, RollbackRequest>({
      queryFn: (request) => call(nothing, endpoints.rollBack.path, post(request)),
      invalidatesTags: ['releases'],
    }),

    deliverySummary: build.query<DeliverySummary, void>({
      queryFn: () => call(deliverySummarySchema, endpoints.readDeliverySummary.path),
      providesTags: ['deliveries'],
    }),
    /** What was not delivered. */
    deliveries: build.query<Deliveries, DeliveryChoice>({
      queryFn: ({ destination, state }) =>
        call(deliveriesSchema, withParameters(endpoints.listDeliveries.path, { destination, state })),
      providesTags: ['deliveries'],
    }),
    redeliver: build.mutation<RedeliveryResult, RedeliveryRequest>({
      queryFn: (request) => call(redeliverySchema, endpoints.redeliver.path, post(request)),
      invalidatesTags: ['deliveries'],
    }),

    tokens: build.query<OperatorTokens, void>({
      queryFn: () => call(operatorTokensSchema, endpoints.listTokens.path),
      providesTags: ['tokens'],
    }),
    addToken: build.mutation<NewToken, TokenRequest>({
      queryFn: (request) => call(newTokenSchema, endpoints.createToken.path, post(request)),
      invalidatesTags: ['tokens'],
    }),
    revokeToken: build.mutation<null, string>({
      queryFn: (id) =>
        call(nothing, pathTo(endpoints.revokeToken, { id }), { method: endpoints.revokeToken.method }),
      invalidatesTags: ['tokens'],
    }),
  }),
});
