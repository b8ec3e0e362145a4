import type { CanaryAlert } from '@funnel/contracts/release-management';
import { Gauge, type Registry } from 'prom-client';

import type { ReleaseContext } from '../platform/release-context.ts';
import { analyzeRunningCanary, type RunningCanary } from './active-canary.ts';
import { minFailingNetworks, type Verdict } from './analyze-canary.ts';
import type { Sample } from './rollback-rule.ts';

export const describeSample = ({ failures, visitors }: Sample): string =>
  `${failures} of ${visitors} visitors (${((100 * failures) / visitors).toFixed(1)} %)`;

/** Says why the reports may be forged. */
function describeDoubt({ canary, reported, failingNetworks }: Verdict): string {
  if (failingNetworks < minFailingNetworks)
    return `The reports come from ${failingNetworks} of the ${minFailingNetworks} networks that a rollback needs.`;
  return canary.failures < reported.failures
    ? `Most of the reports come from few networks: ${canary.failures} failures of ${canary.visitors} visitors count.`
    : 'The stable set is reported to fail, too, but mostly by few networks.';
}

/** Returns the alert on a canary that many reports call bad but that was not rolled back, or null. */
export function alertOf(running: RunningCanary | null): CanaryAlert | null {
  if (running?.verdict.action !== 'alert') return null;
  const { reported, failingNetworks: networks } = running.verdict;
  const failed = `The canary is reported to fail for ${describeSample(reported)}.`;
  return {
    setId: running.setId,
    reason: `${failed} ${describeDoubt(running.verdict)} It was not rolled back, because the reports may be forged: stop it if the failures are real.`,
    failures: reported.failures,
    visitors: reported.visitors,
    networks,
  };
}

/** The alert on the running canary, for operators. */
export const readCanaryAlert = async (context: ReleaseContext): Promise<CanaryAlert | null> =>
  alertOf(await analyzeRunningCanary(context));

/**
 * Adds `funnel_canary_alert`, which is 1 while operators have to decide on a canary. It has no value during a database
 * outage.
 */
export function addCanaryAlertMetric(registry: Registry, context: ReleaseContext): void {
  new Gauge({
    name: 'funnel_canary_alert',
    help: '1 while reported failures of the canary may be forged and operators have to decide',
    registers: [registry],
    async collect() {
      try {
        this.set((await readCanaryAlert(context)) ? 1 : 0);
      } catch {
        this.remove();
      }
    },
  });
}
