import { smallBody, type BodyLimits, type OperatorEndpoint, type PublicEndpoint } from './endpoint.ts';
import type { Permission } from './operators.ts';

const megabyte = 1024 * 1024;
/** What one request of a publisher may have: a file of a build, or its manifest, which contains the prerendered screens. */
export const uploadLimits = { fileBytes: 5 * megabyte, manifestBytes: 2 * megabyte } as const;
const manifestBody: BodyLimits = { maxBytes: uploadLimits.manifestBytes, maxDepth: 10, maxKeys: 20_000 };

const read = <Path extends `/${string}`>(path: Path, permission: Permission | 'signed-in') =>
  ({ method: 'GET', path, permission }) as const satisfies OperatorEndpoint;
const post = <Path extends `/${string}`>(path: Path, permission: Permission) =>
  ({ method: 'POST', path, permission, body: smallBody }) as const satisfies OperatorEndpoint;
const put = <Path extends `/${string}`, Needed extends Permission>(path: Path, permission: Needed) =>
  ({ method: 'PUT', path, permission, body: smallBody }) as const;

/**
 * The endpoints of the operators' listener that need a token. The schemas of bodies and responses are in `operators.ts`,
 * `deliveries.ts`, `local-emails.ts`, `release.ts` and `release-management.ts`.
 */
export const operatorEndpoints = {
  readSession: read('/api/operator/session', 'signed-in'),
  signOut: { method: 'DELETE', path: '/api/operator/session', permission: 'signed-in' },
  listTokens: read('/api/operator/tokens', 'manage-tokens'),
  createToken: post('/api/operator/tokens', 'manage-tokens'),
  revokeToken: { method: 'DELETE', path: '/api/operator/tokens/:id', permission: 'manage-tokens' },
  listRegistrations: read('/api/operator/tokens/:id/registrations', 'manage-tokens'),

  listPublishers: read('/api/operator/publishers', 'manage-tokens'),
  addPublisher: post('/api/operator/publishers', 'manage-tokens'),
  removePublisher: { method: 'DELETE', path: '/api/operator/publishers/:id', permission: 'manage-tokens' },

  readTotals: read('/api/reports/totals', 'read-analytics'),
  readOverviewReport: read('/api/reports/overview', 'read-analytics'),
  readFunnelReport: read('/api/reports/funnel', 'read-analytics'),
  readReportValues: read('/api/reports/values', 'read-analytics'),
  readAnswersReport: read('/api/reports/answers', 'read-analytics'),
  readTimeline: read('/api/reports/timeline', 'read-analytics'),
  readCohorts: read('/api/reports/cohorts', 'read-analytics'),
  readCspViolations: read('/api/reports/csp-violations', 'read-analytics'),
  listExperiments: read('/api/reports/experiments', 'read-analytics'),
  listExperimentDecisions: read('/api/reports/experiments/decisions', 'read-analytics'),
  decideExperiment: post('/api/reports/experiments/decisions', 'deploy'),
  listAlerts: read('/api/reports/alerts', 'read-analytics'),
  listRepeatedSubscriptions: read('/api/reports/repeated-subscriptions', 'read-personal-data'),
  exportLeads: read('/api/reports/leads.csv', 'read-personal-data'),

  listDeliveries: read('/api/deliveries', 'read-analytics'),
  readDeliverySummary: read('/api/deliveries/summary', 'read-analytics'),
  listLocalEmails: read('/api/deliveries/emails', 'read-personal-data'),
  showLocalEmail: read('/api/deliveries/emails/:id', 'read-personal-data'),
  redeliver: post('/api/deliveries/redeliver', 'deploy'),
  resumeDestination: post('/api/deliveries/resume', 'deploy'),

  uploadFile: {
    method: 'PUT',
    path: '/api/releases/files/:hash',
    permission: 'publish',
    body: { maxBytes: uploadLimits.fileBytes, maxDepth: 0, maxKeys: 0 },
  },
  publishBuild: {
    method: 'POST',
    path: '/api/releases/builds',
    permission: 'publish',
    body: manifestBody,
  },
  listBuilds: read('/api/releases/builds', 'read-analytics'),
  readApp: read('/api/releases/apps/:name', 'read-analytics'),
  readContracts: read('/api/releases/contracts', 'read-analytics'),
  readTeamWebhook: read('/api/releases/apps/:name/webhook', 'publish'),
  setTeamWebhook: put('/api/releases/apps/:name/webhook', 'publish'),
  removeTeamWebhook: { method: 'DELETE', path: '/api/releases/apps/:name/webhook', permission: 'publish' },
  deprecateVersion: post('/api/releases/deprecations', 'publish'),
  readReleaseStatus: read('/api/releases/status', 'read-analytics'),
  readReleaseAudit: read('/api/releases/audit', 'read-analytics'),
  readReleaseAlerts: read('/api/releases/alerts', 'read-analytics'),
  readReleaseAnalytics: read('/api/releases/analytics', 'read-analytics'),
  readVersionAnalytics: read('/api/releases/analytics/versions', 'read-analytics'),
  promote: post('/api/releases/promotions', 'deploy'),
  changeCanary: post('/api/releases/canary', 'deploy'),
  rollBack: post('/api/releases/rollbacks', 'deploy'),
  planRollback: read('/api/releases/rollbacks/plan', 'read-analytics'),
  readDeploymentEffects: read('/api/releases/effects', 'read-analytics'),
  createSet: post('/api/releases/sets', 'certify'),
  readSet: read('/api/releases/sets/:id', 'read-analytics'),
  verifySet: read('/api/releases/sets/:id/verification', 'read-analytics'),
  storeCertification: put('/api/releases/sets/:id/certification', 'certify'),
  previewSet: post('/api/releases/sets/:id/preview', 'certify'),

  readMetrics: read('/metrics', 'read-analytics'),
} as const satisfies Record<string, OperatorEndpoint>;

/** The endpoint of the operators' listener that exchanges a token for a session cookie. */
export const signInEndpoints = {
  signIn: {
    method: 'POST',
    path: '/api/operator/session',
    caller: 'anyone',
    body: smallBody,
    rate: 'unlimited',
  },
} as const satisfies Record<string, PublicEndpoint>;

/** The files of the console, which contain no data. */
export const consoleEndpoints = {
  consoleFile: { method: 'GET', path: '/assets/{*file}', caller: 'anyone', rate: 'unlimited' },
  consoleDocument: { method: 'GET', path: '/{*path}', caller: 'anyone', rate: 'unlimited' },
} as const satisfies Record<string, PublicEndpoint>;

/** Health checks for load balancers and orchestrators, on both listeners. */
export const probeEndpoints = {
  readHealth: { method: 'GET', path: '/healthz', caller: 'anyone', rate: 'unlimited' },
  readReadiness: { method: 'GET', path: '/readyz', caller: 'anyone', rate: 'unlimited' },
} as const satisfies Record<string, PublicEndpoint>;
