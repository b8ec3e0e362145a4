import {
  deliveriesSchema,
  deliverySummarySchema,
  redeliverySchema,
  type Deliveries,
  type DeliveryState,
  type DeliverySummary,
  type Redelivery,
  type RedeliveryRequest,
} from '@funnel/contracts/deliveries';
import {
  newTokenSchema,
  operatorSchema,
  operatorTokensSchema,
  type Operator,
  type OperatorRole,
  type OperatorTokens,
} from '@funnel/contracts/operators';
import {
  previewSchema,
  publishedBuildsSchema,
  releaseAuditSchema,
  releaseFiguresSchema,
  releaseStatusSchema,
  rollbackPlanSchema,
  storedSetSchema,
  verificationSchema,
  versionFiguresSchema,
  type CanaryRequest,
  type Preview,
  type PromotionRequest,
  type PublishedBuilds,
  type ReleaseAudit,
  type ReleaseFigures,
  type ReleaseStatus,
  type RollbackPlan,
  type RollbackRequest,
  type StoredSet,
  type Verification,
  type VersionFigures,
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
  readonly role: OperatorRole;
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
const setPath = (id: string, what: string) => `/api/releases/sets/${encodeURIComponent(id)}/${what}`;

/** Everything the console asks of the service, one entry a call. */
export const consoleApi = createApi({
  reducerPath: 'service',
  baseQuery: fakeBaseQuery<Failure>(),
  tagTypes: ['session', 'releases', 'deliveries', 'tokens'],
  endpoints: (build) => ({
    session: build.query<Operator, void>({
      queryFn: () => call(operatorSchema, '/api/operator/session'),
      providesTags: ['session'],
    }),
    signIn: build.mutation<null, string>({
      queryFn: (token) => call(nothing, '/api/operator/session', post({ token })),
      invalidatesTags: (_, error) => (error ? [] : ['session', 'releases', 'deliveries', 'tokens']),
    }),
    signOut: build.mutation<null, void>({
      queryFn: () => call(nothing, '/api/operator/session', { method: 'DELETE' }),
    }),

    status: build.query<ReleaseStatus, void>({
      queryFn: () => call(releaseStatusSchema, '/api/releases/status'),
      providesTags: ['releases'],
    }),
    builds: build.query<PublishedBuilds, void>({
      queryFn: () => call(publishedBuildsSchema, '/api/releases/builds'),
      providesTags: ['releases'],
    }),
    audit: build.query<ReleaseAudit, void>({
      queryFn: () => call(releaseAuditSchema, '/api/releases/audit'),
      providesTags: ['releases'],
    }),
    figures: build.query<ReleaseFigures, void>({
      queryFn: () => call(releaseFiguresSchema, '/api/releases/figures'),
      providesTags: ['releases'],
    }),
    versionFigures: build.query<VersionFigures, void>({
      queryFn: () => call(versionFiguresSchema, '/api/releases/figures/versions'),
      providesTags: ['releases'],
    }),
    /** What is in a set, and what speaks against it now. */
    verification: build.query<Verification, string>({
      queryFn: (id) => call(verificationSchema, setPath(id, 'verification')),
    }),
    /** Makes a set of what is live and the changes, and shows it to nobody. */
    makeSet: build.mutation<StoredSet, readonly string[]>({
      queryFn: (changes) => call(storedSetSchema, '/api/releases/sets', post({ changes })),
    }),
    preview: build.mutation<Preview, string>({
      queryFn: (id) => call(previewSchema, setPath(id, 'preview'), { method: 'POST' }),
    }),

    promote: build.mutation<null, PromotionRequest>({
      queryFn: (request) => call(nothing, '/api/releases/promotions', post(request)),
      invalidatesTags: ['releases'],
    }),
    moveCanary: build.mutation<null, CanaryRequest>({
      queryFn: (request) => call(nothing, '/api/releases/canary', post(request)),
      invalidatesTags: ['releases'],
    }),
    /** What a rollback would do now, to this set or (null) to the one before. Asked anew each time somebody wants to know. */
    rollbackPlan: build.query<RollbackPlan, string | null>({
      queryFn: (to) => call(rollbackPlanSchema, withParameters('/api/releases/rollbacks/plan', { to })),
      keepUnusedDataFor: 0,
    }),
    rollBack: build.mutation<null, RollbackRequest>({
      queryFn: (request) => call(nothing, '/api/releases/rollbacks', post(request)),
      invalidatesTags: ['releases'],
    }),

    deliverySummary: build.query<DeliverySummary, void>({
      queryFn: () => call(deliverySummarySchema, '/api/deliveries/summary'),
      providesTags: ['deliveries'],
    }),
    /** What was not delivered. */
    deliveries: build.query<Deliveries, DeliveryChoice>({
      queryFn: ({ destination, state }) =>
        call(deliveriesSchema, withParameters('/api/deliveries', { destination, state })),
      providesTags: ['deliveries'],
    }),
    redeliver: build.mutation<Redelivery, RedeliveryRequest>({
      queryFn: (request) => call(redeliverySchema, '/api/deliveries/redeliver', post(request)),
      invalidatesTags: ['deliveries'],
    }),

    tokens: build.query<OperatorTokens, void>({
      queryFn: () => call(operatorTokensSchema, '/api/operator/tokens'),
      providesTags: ['tokens'],
    }),
    addToken: build.mutation<NewToken, TokenRequest>({
      queryFn: (request) => call(newTokenSchema, '/api/operator/tokens', post(request)),
      invalidatesTags: ['tokens'],
    }),
    revokeToken: build.mutation<null, string>({
      queryFn: (id) => call(nothing, `/api/operator/tokens/${encodeURIComponent(id)}`, { method: 'DELETE' }),
      invalidatesTags: ['tokens'],
    }),
  }),
});
