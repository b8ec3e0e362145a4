import type { ApiFailure } from '@funnel/contracts/api-client';
import type {
  Deliveries,
  DeliverySummary,
  RedeliveryResult,
  RedeliveryRequest,
} from '@funnel/contracts/deliveries';
import { createOperatorClient, type DeliveryFilter } from '@funnel/contracts/operator-client';
import type { NewToken, Operator, OperatorTokens, TokenRequest } from '@funnel/contracts/operators';
import type {
  CanaryRequest,
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
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';

const timeoutMs = 20_000;

const client = createOperatorClient({
  fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
});

/** Every call of the service as an RTK Query endpoint, with what it caches and invalidates. */
export const consoleApi = createApi({
  reducerPath: 'service',
  baseQuery: fakeBaseQuery<ApiFailure>(),
  tagTypes: ['session', 'releases', 'deliveries', 'tokens'],
  endpoints: (build) => ({
    session: build.query<Operator, void>({
      queryFn: client.readSession,
      providesTags: ['session'],
    }),
    signIn: build.mutation<Operator, string>({
      queryFn: (token) => client.signIn(token),
      invalidatesTags: (_, error) => (error ? [] : ['session', 'releases', 'deliveries', 'tokens']),
    }),
    signOut: build.mutation<null, void>({ queryFn: client.signOut }),

    status: build.query<ReleaseStatus, void>({ queryFn: client.readStatus, providesTags: ['releases'] }),
    builds: build.query<PublishedBuilds, void>({
      queryFn: () => client.listBuilds(),
      providesTags: ['releases'],
    }),
    audit: build.query<ReleaseAudit, void>({ queryFn: client.readAudit, providesTags: ['releases'] }),
    alerts: build.query<ReleaseAlerts, void>({ queryFn: client.readAlerts, providesTags: ['releases'] }),
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
    createSet: build.mutation<ReleaseSetRecord, readonly string[]>({
      queryFn: (changes) => client.createSet({ changes: [...changes] }),
    }),
    preview: build.mutation<Preview, string>({ queryFn: (id) => client.previewSet(id) }),

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
    rollBack: build.mutation<ReleaseStatus, RollbackRequest>({
      queryFn: (request) => client.rollBack(request),
      invalidatesTags: ['releases'],
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
    redeliver: build.mutation<RedeliveryResult, RedeliveryRequest>({
      queryFn: (request) => client.redeliver(request),
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
