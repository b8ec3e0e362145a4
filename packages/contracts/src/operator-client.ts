import { alertsSchema } from './alerts.ts';
import * as z from 'zod/mini';

import { createApiClient, type ApiClientOptions } from './api-client.ts';
import { cspViolationsSchema } from './csp-violations.ts';
import {
  deliveriesSchema,
  deliverySummarySchema,
  redeliverySchema,
  resumptionSchema,
  type DeliveryState,
  type RedeliveryRequest,
  type ResumptionRequest,
} from './deliveries.ts';
import {
  experimentDecisionsSchema,
  experimentReportSchema,
  type ExperimentDecision,
} from './experiment-reports.ts';
import { localEmailsSchema } from './local-emails.ts';
import { operatorEndpoints as endpoints, signInEndpoints } from './operator-endpoints.ts';
import {
  addedPublisherSchema,
  newTokenSchema,
  operatorSchema,
  operatorTokensSchema,
  tokenRegistrationsSchema,
  trustedPublishersSchema,
  type TokenRequest,
  type TrustedPublisherRequest,
} from './operators.ts';
import { releaseAnalyticsSchema, versionAnalyticsSchema } from './release-analytics.ts';
import {
  appReportSchema,
  contractReportSchema,
  deploymentEffectsSchema,
  deprecationRequestSchema,
  previewSchema,
  publicationSchema,
  publishedBuildsSchema,
  releaseAlertsSchema,
  releaseAuditSchema,
  releaseStatusSchema,
  rollbackPlanSchema,
  storedSetSchema,
  verificationSchema,
  type CanaryRequest,
  type Certification,
  type DeploymentEffectsQuery,
  type DeprecationRequest,
  type PromotionRequest,
  type SetRequest,
  type RollbackRequest,
} from './release-management.ts';
import type { Manifest } from './release.ts';
import {
  answersReportSchema,
  cohortsSchema,
  funnelReportSchema,
  overviewReportSchema,
  reportValuesSchema,
  type ReportQuery,
  timelineSchema,
} from './reports.ts';
import { repeatedSubscriptionsSchema } from './repeated-subscriptions.ts';
import { newTeamWebhookSchema, teamWebhookSchema, type TeamWebhookRequest } from './team-webhooks.ts';

/** Which deliveries to list; null for all of them. */
export interface DeliveryFilter {
  readonly destination: string | null;
  readonly state: DeliveryState | null;
}

const reportRequest = (query: ReportQuery) => ({ query: { ...query, days: query.days?.toString() } });

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
    /** What the token, or a token created with it, has registered; also after it was revoked. */
    listRegistrations: (tokenId: string) =>
      call(endpoints.listRegistrations, tokenRegistrationsSchema, { parameters: { id: tokenId } }),

    listAlerts: () => call(endpoints.listAlerts, alertsSchema),
    listPublishers: () => call(endpoints.listPublishers, trustedPublishersSchema),
    addPublisher: (request: TrustedPublisherRequest) =>
      call(endpoints.addPublisher, addedPublisherSchema, { json: request }),
    removePublisher: (id: string) => call(endpoints.removePublisher, z.null(), { parameters: { id } }),

    readOverviewReport: (query: ReportQuery) =>
      call(endpoints.readOverviewReport, overviewReportSchema, reportRequest(query)),
    readFunnelReport: (query: ReportQuery) =>
      call(endpoints.readFunnelReport, funnelReportSchema, reportRequest(query)),
    readReportValues: (query: ReportQuery) =>
      call(endpoints.readReportValues, reportValuesSchema, reportRequest(query)),
    readAnswersReport: (query: ReportQuery) =>
      call(endpoints.readAnswersReport, answersReportSchema, reportRequest(query)),
    readTimeline: () => call(endpoints.readTimeline, timelineSchema),
    readCohorts: () => call(endpoints.readCohorts, cohortsSchema),
    listExperiments: () => call(endpoints.listExperiments, z.array(experimentReportSchema)),
    listExperimentDecisions: () => call(endpoints.listExperimentDecisions, experimentDecisionsSchema),
    decideExperiment: (decision: ExperimentDecision) =>
      call(endpoints.decideExperiment, z.object({}), { json: decision }),
    readCspViolations: () => call(endpoints.readCspViolations, cspViolationsSchema),
    listRepeatedSubscriptions: () => call(endpoints.listRepeatedSubscriptions, repeatedSubscriptionsSchema),
    readDeliverySummary: () => call(endpoints.readDeliverySummary, deliverySummarySchema),
    listDeliveries: ({ destination, state }: DeliveryFilter) =>
      call(endpoints.listDeliveries, deliveriesSchema, { query: { destination, state } }),
    listLocalEmails: () => call(endpoints.listLocalEmails, localEmailsSchema),
    redeliver: (request: RedeliveryRequest) => call(endpoints.redeliver, redeliverySchema, { json: request }),
    resumeDestination: (request: ResumptionRequest) =>
      call(endpoints.resumeDestination, resumptionSchema, { json: request }),

    /** `sha384`: the hash in URL-safe base64. */
    uploadFile: (sha384: string, bytes: Uint8Array<ArrayBuffer>, type: string) =>
      call(endpoints.uploadFile, z.unknown(), { parameters: { hash: sha384 }, file: { bytes, type } }),
    publishBuild: (manifest: Manifest) => call(endpoints.publishBuild, publicationSchema, { json: manifest }),
    /** The published versions, newest first; all of them without a name. */
    listBuilds: (name?: string) => call(endpoints.listBuilds, publishedBuildsSchema, { query: { name } }),

    readApp: (name: string) => call(endpoints.readApp, appReportSchema, { parameters: { name } }),

    readContracts: () => call(endpoints.readContracts, contractReportSchema),
    readTeamWebhook: (name: string) =>
      call(endpoints.readTeamWebhook, teamWebhookSchema, { parameters: { name } }),
    setTeamWebhook: (name: string, request: TeamWebhookRequest) =>
      call(endpoints.setTeamWebhook, newTeamWebhookSchema, { parameters: { name }, json: request }),
    removeTeamWebhook: (name: string) =>
      call(endpoints.removeTeamWebhook, z.null(), { parameters: { name } }),

    deprecateVersion: (request: DeprecationRequest) =>
      call(endpoints.deprecateVersion, deprecationRequestSchema, { json: request }),

    readStatus: () => call(endpoints.readReleaseStatus, releaseStatusSchema),
    readAudit: () => call(endpoints.readReleaseAudit, releaseAuditSchema),
    readAlerts: () => call(endpoints.readReleaseAlerts, releaseAlertsSchema),
    readAnalytics: () => call(endpoints.readReleaseAnalytics, releaseAnalyticsSchema),
    readVersionAnalytics: () => call(endpoints.readVersionAnalytics, versionAnalyticsSchema),

    /** Creates a set of the live versions with the changes (`mfe-quiz@1.1.0`). The set is not live. */
    createSet: (request: SetRequest) => call(endpoints.createSet, storedSetSchema, { json: request }),
    /** The members of a set, without the findings of the gates. */
    readSet: (id: string) => call(endpoints.readSet, storedSetSchema, { parameters: { id } }),
    /** Runs the gates on a set, which read every byte again. */
    verifySet: (id: string) => call(endpoints.verifySet, verificationSchema, { parameters: { id } }),
    previewSet: (id: string) => call(endpoints.previewSet, previewSchema, { parameters: { id } }),
    storeCertification: (id: string, certification: Certification) =>
      call(endpoints.storeCertification, storedSetSchema, { parameters: { id }, json: certification }),

    /** Like a change of the canary and a rollback, it resolves when every replica shows the change. */
    promote: (request: PromotionRequest) => call(endpoints.promote, releaseStatusSchema, { json: request }),
    changeCanary: (request: CanaryRequest) =>
      call(endpoints.changeCanary, releaseStatusSchema, { json: request }),
    /** What a rollback would do now; to the previous stable set if `to` is null. */
    planRollback: (to: string | null) => call(endpoints.planRollback, rollbackPlanSchema, { query: { to } }),
    /** What it would change to make this set live, or this version (`mfe-quiz@1.1.0`). */
    readDeploymentEffects: (query: DeploymentEffectsQuery) =>
      call(endpoints.readDeploymentEffects, deploymentEffectsSchema, { query }),
    rollBack: (request: RollbackRequest) => call(endpoints.rollBack, releaseStatusSchema, { json: request }),
  };
}
