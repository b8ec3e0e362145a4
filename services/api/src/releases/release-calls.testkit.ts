import type { TokenRequest, TrustedPublisherRequest } from '@funnel/contracts/operators';
import type {
  CanaryRequest,
  Certification,
  DeploymentEffectsQuery,
  DeprecationRequest,
  PromotionRequest,
} from '@funnel/contracts/release-management';
import { call, type ReleaseClient } from '@funnel/release-kit/client/publish-client';

/** Makes the changes (`mfe-quiz@1.1.0`) live as one set. */
export const promote = (
  client: ReleaseClient,
  changes: readonly string[],
  options: Omit<PromotionRequest, 'changes'> = {},
) => call(client, (api) => api.promote({ changes: [...changes], ...options }));

export const removeRemote = (
  client: ReleaseClient,
  name: string,
  options: Omit<PromotionRequest, 'changes' | 'remove'> = {},
) => call(client, (api) => api.promote({ changes: [], remove: [name], ...options }));

export const createSetWithout = (client: ReleaseClient, name: string) =>
  call(client, (api) => api.createSet({ changes: [], remove: [name] }));

export const updateCanary = (client: ReleaseClient, request: CanaryRequest) =>
  call(client, (api) => api.changeCanary(request));

export const preview = (client: ReleaseClient, setId: string) => call(client, (api) => api.previewSet(setId));

export const prepareSet = (client: ReleaseClient, changes: readonly string[]) =>
  call(client, (api) => api.createSet({ changes: [...changes] }));

export const verifySet = (client: ReleaseClient, setId: string) =>
  call(client, (api) => api.verifySet(setId));

export const sendCertification = (client: ReleaseClient, setId: string, certification: Certification) =>
  call(client, (api) => api.storeCertification(setId, certification));

export const planRollback = (client: ReleaseClient, to?: string) =>
  call(client, (api) => api.planRollback(to ?? null));

export const rollback = (client: ReleaseClient, to?: string, note?: string, live?: string) =>
  call(client, (api) => api.rollBack({ to, note, live }));

export const readEffects = (client: ReleaseClient, query: DeploymentEffectsQuery) =>
  call(client, (api) => api.readDeploymentEffects(query));

export const status = (client: ReleaseClient) => call(client, (api) => api.readStatus());

export const listBuilds = (client: ReleaseClient, name?: string) =>
  call(client, (api) => api.listBuilds(name));

export const deprecate = (client: ReleaseClient, request: DeprecationRequest) =>
  call(client, (api) => api.deprecateVersion(request));

export const releaseAnalytics = (client: ReleaseClient) => call(client, (api) => api.readAnalytics());

export const audit = (client: ReleaseClient) => call(client, (api) => api.readAudit());

export const createToken = (client: ReleaseClient, request: TokenRequest) =>
  call(client, (api) => api.createToken(request));

export const listPublishers = (client: ReleaseClient) => call(client, (api) => api.listPublishers());

export const addPublisher = (client: ReleaseClient, request: TrustedPublisherRequest) =>
  call(client, (api) => api.addPublisher(request));

export const removePublisher = (client: ReleaseClient, id: string) =>
  call(client, (api) => api.removePublisher(id));

export const readTeamWebhook = (client: ReleaseClient, name: string) =>
  call(client, (api) => api.readTeamWebhook(name));

export const setTeamWebhook = (client: ReleaseClient, name: string, url: string) =>
  call(client, (api) => api.setTeamWebhook(name, { url }));

export const removeTeamWebhook = (client: ReleaseClient, name: string) =>
  call(client, (api) => api.removeTeamWebhook(name));
