import type { ApiFailure, ApiResult } from '@funnel/contracts/api-client';
import { createOperatorClient } from '@funnel/contracts/operator-client';
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';

/** Views fetch their data again every few seconds while they are visible. */
export const polling = { pollingInterval: 5000, skipPollingIfUnfocused: true, refetchOnFocus: true } as const;

const timeoutMs = 20_000;

const client = createOperatorClient({
  fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
});

const tags = ['session', 'releases', 'experiments', 'deliveries', 'tokens'] as const;
type Tag = (typeof tags)[number];

interface QueryOptions {
  readonly providesTags?: readonly Tag[];
  readonly keepUnusedDataFor?: number;
}

interface MutationOptions {
  readonly invalidatesTags?: readonly Tag[] | ((data: unknown, error: unknown) => readonly Tag[]);
}

/** Every call of the service as an RTK Query endpoint, with what it caches and invalidates. */
export const consoleApi = createApi({
  reducerPath: 'service',
  baseQuery: fakeBaseQuery<ApiFailure>(),
  tagTypes: tags,
  endpoints: (build) => {
    // They infer the argument and the data from the client. `NoInfer`, because the type of `endpoints` allows any argument.
    const query = <T, A = void>(send: (argument: A) => Promise<ApiResult<T>>, options?: QueryOptions) =>
      build.query<T, NoInfer<A>>({ queryFn: (argument) => send(argument), ...options });
    const mutation = <T, A = void>(send: (argument: A) => Promise<ApiResult<T>>, options?: MutationOptions) =>
      build.mutation<T, NoInfer<A>>({ queryFn: (argument) => send(argument), ...options });

    return {
      session: query(client.readSession, { providesTags: ['session'] }),
      signIn: mutation(client.signIn, { invalidatesTags: (_, error) => (error ? [] : tags) }),
      signOut: mutation(client.signOut),

      status: query(client.readStatus, { providesTags: ['releases'] }),
      builds: query(() => client.listBuilds(), { providesTags: ['releases'] }),
      app: query(client.readApp, { providesTags: ['releases'] }),
      audit: query(client.readAudit, { providesTags: ['releases'] }),
      alerts: query(client.readAlerts, { providesTags: ['releases'] }),
      alertHistory: query(client.listAlerts),
      analytics: query(client.readAnalytics, { providesTags: ['releases'] }),
      versionAnalytics: query(client.readVersionAnalytics, { providesTags: ['releases'] }),
      /** The members of a set. */
      releaseSet: query(client.readSet),
      /** The findings of the gates against a set. */
      verification: query(client.verifySet),
      /**
       * Creates a set with this version, without making it live, and runs the gates on it, each time that the sheet is opened.
       */
      versionCheck: query(
        async (change: string) => {
          const created = await client.createSet({ changes: [change] });
          return created.error ? created : client.verifySet(created.data.id);
        },
        { keepUnusedDataFor: 0 },
      ),
      /** Creates a set with this version, without making it live, and a link to it, each time that the sheet is opened. */
      versionPreview: query(
        async (change: string) => {
          const created = await client.createSet({ changes: [change] });
          if (created.error) return created;
          const preview = await client.previewSet(created.data.id);
          return preview.error ? preview : { data: { ...preview.data, set: created.data } };
        },
        { keepUnusedDataFor: 0 },
      ),

      promote: mutation(client.promote, { invalidatesTags: ['releases'] }),
      updateCanary: mutation(client.changeCanary, { invalidatesTags: ['releases'] }),
      /** The plan of a rollback to this set, or (null) to the previous stable set: fetched again for each dialog that is opened. */
      rollbackPlan: query(client.planRollback, { keepUnusedDataFor: 0 }),
      /** Where a rollback would lead now, apart from the plan of an open dialog, which must not change. An error if there is no earlier stable set. */
      rollbackTarget: query(() => client.planRollback(null), { providesTags: ['releases'] }),
      /** What it would change to make a set or a version live: fetched again for each dialog that is opened. */
      deploymentEffects: query(client.readDeploymentEffects, { keepUnusedDataFor: 0 }),
      rollBack: mutation(client.rollBack, { invalidatesTags: ['releases'] }),

      overviewReport: query(client.readOverviewReport),
      funnelReport: query(client.readFunnelReport),
      reportValues: query(client.readReportValues),
      answersReport: query(client.readAnswersReport),
      timeline: query(client.readTimeline, { providesTags: ['releases'] }),
      cohorts: query(client.readCohorts),

      experiments: query(client.listExperiments, { providesTags: ['experiments'] }),
      /** All decisions, also about experiments that the live set no longer has. */
      experimentDecisions: query(client.listExperimentDecisions, { providesTags: ['experiments'] }),
      decideExperiment: mutation(client.decideExperiment, { invalidatesTags: ['experiments'] }),

      cspViolations: query(client.readCspViolations),

      repeatedSubscriptions: query(client.listRepeatedSubscriptions),

      deliverySummary: query(client.readDeliverySummary, { providesTags: ['deliveries'] }),
      /** The deliveries that have not succeeded. */
      deliveries: query(client.listDeliveries, { providesTags: ['deliveries'] }),
      /** The emails of a service in development. */
      localEmails: query(client.listLocalEmails, { providesTags: ['deliveries'] }),
      redeliver: mutation(client.redeliver, { invalidatesTags: ['deliveries'] }),
      resumeDestination: mutation(client.resumeDestination, { invalidatesTags: ['deliveries'] }),

      tokens: query(client.listTokens, { providesTags: ['tokens'] }),
      createToken: mutation(client.createToken, { invalidatesTags: ['tokens'] }),
      revokeToken: mutation(client.revokeToken, { invalidatesTags: ['tokens'] }),
    };
  },
});
