import type { CanaryAlert } from '@funnel/contracts/release-management';
import { Gauge, type Registry } from 'prom-client';

import type { ReleaseContext } from '../platform/release-context.ts';
import { judgeRunningCanary, type RunningCanary } from './active-canary.ts';
import { minFailingNetworks } from './analyze-canary.ts';

/** What people should know of a canary that reports call bad and that stays; null where there is nothing to know. */
export function alertOf(running: RunningCanary | null): CanaryAlert | null {
  if (running?.verdict.action !== 'alert') return null;
  const { canary, reported, failingNetworks: networks } = running.verdict;
  const share = ((100 * reported.failures) / reported.visitors).toFixed(1);
  const failed = `The canary is reported to fail for ${reported.failures} of ${reported.visitors} visitors (${share} %).`;
  const origin =
    networks < minFailingNetworks
      ? `The reports come from ${networks} of the ${minFailingNetworks} networks that a rollback needs.`
      : `Most of the reports come from few networks: ${canary.failures} failures of ${canary.visitors} visitors count.`;
  return {
    setId: running.setId,
    reason: `${failed} ${origin} It was not rolled back, because the reports may be forged: stop it if the failures are real.`,
    failures: reported.failures,
    visitors: reported.visitors,
    networks,
  };
}

/** The alert on the running canary, for operators. */
export const readCanaryAlert = async (context: ReleaseContext): Promise<CanaryAlert | null> =>
  alertOf(await judgeRunningCanary(context));

/** Adds `funnel_canary_alert`: 1 while people have to decide on a canary. Without a value while the database is away. */
export function addCanaryAlertMetric(registry: Registry, context: ReleaseContext): void {
  new Gauge({
    name: 'funnel_canary_alert',
    help: '1 while failures are reported of the canary that may be forged, and people have to decide',
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
