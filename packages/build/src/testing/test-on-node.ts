import { ensureNode } from './find-node.ts';
import { runJest, runPlaywright, showCounts, sum, type Counts } from './suites.ts';

/** What runs on a server, or builds it. The other workspaces run in a browser, whatever the version of Node. */
const serverTests = [
  'packages/contracts/',
  'packages/service-kit/',
  'packages/build/',
  'services/api/',
  'services/releases/',
  'services/payment-sandbox/',
];
/** What depends on Node itself: the SQLite driver, the HTTP server, files, signals and start-up. */
const runtimeTests = [
  'packages/service-kit/',
  'services/api/src/platform/',
  'services/api/src/backup/',
  'services/api/src/main',
];
/** Long simulations. Their results do not depend on the version of Node. */
const simulations = [
  'outage-day',
  'histories',
  'rollback-rule',
  'analyze-canary',
  'checkout-load',
  'promotion-load',
];
const journey = ['journey.spec.ts', '--grep', 'by touch'];

/** Node versions beside the one of development. */
export const otherNodes = ['22', '24'] as const;

interface NodeRun {
  readonly summary: string;
  readonly counts: Counts;
}

/** Reports a missing Node as skipped. */
export const missingNode = (major: string, reason: string): NodeRun => ({
  summary: `Node ${major}: not tried, ${reason}`,
  counts: { passed: 0, failed: 0, skipped: 1 },
});

/**
 * Runs the server's tests, or only those that depend on Node itself, and one journey on another major version of Node. The
 * product must be built.
 */
export function testOnNode(
  major: string,
  browser: string,
  log: (text: string) => void,
  scope: 'server' | 'runtime' = 'server',
): NodeRun {
  const node = ensureNode(major, log);
  if (node.status === 'missing') return missingNode(major, node.reason);
  const startedMs = performance.now();
  const unit = runJest(node.binary, scope === 'server' ? serverTests : runtimeTests, simulations);
  const inBrowser = runPlaywright(node.binary, browser, journey);
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const summary = `Node ${node.version}: unit and service: ${showCounts(unit)}; journey: ${showCounts(inBrowser)}; ${seconds} s`;
  return { summary, counts: sum([unit, inBrowser]) };
}
