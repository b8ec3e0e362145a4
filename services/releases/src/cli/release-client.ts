import type {
  NewToken,
  OperatorTokens,
  TokenRequest,
  TrustedPublisherRequest,
  TrustedPublishers,
} from '@funnel/contracts/operators';
import type {
  CanaryRequest,
  Certification,
  ContractReport,
  DeprecationRequest,
  Preview,
  PromotionRequest,
  PublishedBuilds,
  ReleaseAudit,
  ReleaseStatus,
  ReleaseSetRecord,
  RollbackPlan,
  Verification,
} from '@funnel/contracts/release-management';
import type { NewTeamWebhook, TeamWebhook } from '@funnel/contracts/team-webhooks';
import { call, type ReleaseClient } from '@funnel/release-kit/client/publish-client';

/**
 * Makes the changes (`mfe-quiz@1.1.0`) live as one set, for all new visitors or as a canary. Resolves when every replica
 * serves it. Throws `ReleaseError`.
 */
export const promote = (
  client: ReleaseClient,
  changes: readonly string[],
  options: Omit<PromotionRequest, 'changes'> = {},
): Promise<ReleaseStatus> => call(client, (api) => api.promote({ changes: [...changes], ...options }));

/** Makes the live set without the remote live. Resolves when every replica serves it. Throws `ReleaseError`. */
export const removeRemote = (
  client: ReleaseClient,
  name: string,
  options: Omit<PromotionRequest, 'changes' | 'remove'> = {},
): Promise<ReleaseStatus> => call(client, (api) => api.promote({ changes: [], remove: [name], ...options }));

/** Creates the live set without the remote. It is not live. Throws `ReleaseError`. */
export const createSetWithout = (client: ReleaseClient, name: string): Promise<ReleaseSetRecord> =>
  call(client, (api) => api.createSet({ changes: [], remove: [name] }));

/** Increases, stops or promotes the canary. Throws `ReleaseError`. */
export const updateCanary = (client: ReleaseClient, request: CanaryRequest): Promise<ReleaseStatus> =>
  call(client, (api) => api.changeCanary(request));

/** Creates a link to a set that is not live. Throws `ReleaseError`. */
export const preview = (client: ReleaseClient, setId: string): Promise<Preview> =>
  call(client, (api) => api.previewSet(setId));

/** Creates a set of the live versions and the changes. It is not live. Throws `ReleaseError`. */
export const prepareSet = (client: ReleaseClient, changes: readonly string[]): Promise<ReleaseSetRecord> =>
  call(client, (api) => api.createSet({ changes: [...changes] }));

/** Runs the gates on a set. Throws `ReleaseError`. */
export const verifySet = (client: ReleaseClient, setId: string): Promise<Verification> =>
  call(client, (api) => api.verifySet(setId));

/** Stores the result of a smoke test. Throws `ReleaseError`. */
export const sendCertification = (
  client: ReleaseClient,
  setId: string,
  certification: Certification,
): Promise<ReleaseSetRecord> => call(client, (api) => api.storeCertification(setId, certification));

/** Returns the live set and the target of a rollback, without changing anything. Throws `ReleaseError`. */
export const planRollback = (client: ReleaseClient, to?: string): Promise<RollbackPlan> =>
  call(client, (api) => api.planRollback(to ?? null));

/**
 * Rolls back to the previous stable set, or to the set `to`. With `live`, it is rejected if another set is live.
 * Throws `ReleaseError`.
 */
export const rollback = (
  client: ReleaseClient,
  to?: string,
  note?: string,
  live?: string,
): Promise<ReleaseStatus> => call(client, (api) => api.rollBack({ to, note, live }));

export const status = (client: ReleaseClient): Promise<ReleaseStatus> =>
  call(client, (api) => api.readStatus());

/** The published versions, newest first, of one app or of all. Throws `ReleaseError` if the app is unknown. */
export const listBuilds = (client: ReleaseClient, name?: string): Promise<PublishedBuilds> =>
  call(client, (api) => api.listBuilds(name));

/** Marks a version with the reason why it should not be promoted, or ends that with null. Throws `ReleaseError`. */
export const deprecate = (client: ReleaseClient, request: DeprecationRequest): Promise<DeprecationRequest> =>
  call(client, (api) => api.deprecateVersion(request));

export const audit = (client: ReleaseClient): Promise<ReleaseAudit> => call(client, (api) => api.readAudit());

export const listTokens = (client: ReleaseClient): Promise<OperatorTokens> =>
  call(client, (api) => api.listTokens());

export const createToken = (client: ReleaseClient, request: TokenRequest): Promise<NewToken> =>
  call(client, (api) => api.createToken(request));

export const revokeToken = (client: ReleaseClient, id: string): Promise<null> =>
  call(client, (api) => api.revokeToken(id));

export const listPublishers = (client: ReleaseClient): Promise<TrustedPublishers> =>
  call(client, (api) => api.listPublishers());

/** Lets a workflow publish one app. Throws `ReleaseError`. */
export const addPublisher = (
  client: ReleaseClient,
  request: TrustedPublisherRequest,
): Promise<TrustedPublishers['publishers'][number]> => call(client, (api) => api.addPublisher(request));

export const removePublisher = (client: ReleaseClient, id: string): Promise<null> =>
  call(client, (api) => api.removePublisher(id));

export const readTeamWebhook = (client: ReleaseClient, name: string): Promise<TeamWebhook> =>
  call(client, (api) => api.readTeamWebhook(name));

/** Registers where the team of an app is notified about it, with a new secret. Throws `ReleaseError`. */
export const setTeamWebhook = (client: ReleaseClient, name: string, url: string): Promise<NewTeamWebhook> =>
  call(client, (api) => api.setTeamWebhook(name, { url }));

export const removeTeamWebhook = (client: ReleaseClient, name: string): Promise<null> =>
  call(client, (api) => api.removeTeamWebhook(name));

export const readContracts = (client: ReleaseClient): Promise<ContractReport> =>
  call(client, (api) => api.readContracts());
