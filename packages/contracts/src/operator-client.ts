import * as z from 'zod/mini';

import { createApiClient, type ApiClientOptions } from './api-client.ts';
import {
  deliveriesSchema,
  deliverySummarySchema,
  redeliverySchema,
  type DeliveryState,
  type RedeliveryRequest,
} from './deliveries.ts';
import { operatorEndpoints as endpoints, signInEndpoints } from './operator-endpoints.ts';
import { newTokenSchema, operatorSchema, operatorTokensSchema, type TokenRequest } from './operators.ts';
import {
  previewSchema,
  publicationSchema,
  publishedBuildsSchema,
  releaseAlertsSchema,
  releaseAnalyticsSchema,
  releaseAuditSchema,
  releaseStatusSchema,
  rollbackPlanSchema,
  storedSetSchema,
  verificationSchema,
  versionAnalyticsSchema,
  type CanaryRequest,
  type Certification,
  type PromotionRequest,
  type SetRequest,
  type RollbackRequest,
} from './release-management.ts';
import type { Manifest } from './release.ts';

/** Which deliveries to list; null for all of them. */
export interface DeliveryFilter {
  readonly destination: string | null;
  readonly state: DeliveryState | null;
}

/** The operators' API, one method a call. The console and the release command both use it. */
export function createOperatorClient(options: ApiClientOptions) {
  const call = createApiClient(options);
  return {
    readSession: () => call(endpoints.readSession, operatorSchema),
    signIn: (token: string) => call(signInEndpoints.signIn, operatorSchema, { json: { token } }),
    signOut: () => call(endpoints.signOut, z.null()),

    listTokens: () => call(endpoints.listTokens, operatorTokensSchema),
    createToken: (request: TokenRequest) => call(endpoints.createToken, newTokenSchema, { json: request }),
    revokeToken: (id: string) => call(endpoints.revokeToken, z.null(), { parameters: { id } }),

    readDeliverySummary: () => call(endpoints.readDeliverySummary, deliverySummarySchema),
    listDeliveries: ({ destination, state }: DeliveryFilter) =>
      call(endpoints.listDeliveries, deliveriesSchema, { query: { destination, state } }),
    redeliver: (request: RedeliveryRequest) => call(endpoints.redeliver, redeliverySchema, { json: request }),

    /** `sha384`: the hash in URL-safe base64. */
    uploadFile: (sha384: string, bytes: Uint8Array<ArrayBuffer>, type: string) =>
      call(endpoints.uploadFile, z.unknown(), { parameters: { hash: sha384 }, file: { bytes, type } }),
    publishBuild: (manifest: Manifest) => call(endpoints.publishBuild, publicationSchema, { json: manifest }),
    /** The published versions, newest first; all of them without a name. */
    listBuilds: (name?: string) => call(endpoints.listBuilds, publishedBuildsSchema, { query: { name } }),

    readStatus: () => call(endpoints.readReleaseStatus, releaseStatusSchema),
    readAudit: () => call(endpoints.readReleaseAudit, releaseAuditSchema),
    readAlerts: () => call(endpoints.readReleaseAlerts, releaseAlertsSchema),
    readAnalytics: () => call(endpoints.readReleaseAnalytics, releaseAnalyticsSchema),
    readVersionAnalytics: () => call(endpoints.readVersionAnalytics, versionAnalyticsSchema),

    /** Creates a set of the live versions with the changes (`mfe-quiz@1.1.0`). The set is not live. */
    createSet: (request: SetRequest) => call(endpoints.createSet, storedSetSchema, { json: request }),
    verifySet: (id: string) => call(endpoints.verifySet, verificationSchema, { parameters: { id } }),
    previewSet: (id: string) => call(endpoints.previewSet, previewSchema, { parameters: { id } }),
    storeCertification: (id: string, certification: Certification) =>
      call(endpoints.storeCertification, storedSetSchema, { parameters: { id }, json: certification }),

    promote: (request: PromotionRequest) => call(endpoints.promote, releaseStatusSchema, { json: request }),
    changeCanary: (request: CanaryRequest) =>
      call(endpoints.changeCanary, releaseStatusSchema, { json: request }),
    /** What a rollback would do now; to the previous stable set if `to` is null. */
    planRollback: (to: string | null) => call(endpoints.planRollback, rollbackPlanSchema, { query: { to } }),
    rollBack: (request: RollbackRequest) => call(endpoints.rollBack, releaseStatusSchema, { json: request }),
  };
}
