import { startWorker, type Worker } from '@funnel/service-kit/jobs/worker';
import { ProblemError } from '@funnel/service-kit/problem';

import type { ReleaseContext } from '../platform/release-context.ts';
import { stopCanary } from '../rollout/canary.ts';
import { judgeRunningCanary, type RunningCanary } from './active-canary.ts';
import { alertOf } from './canary-alert.ts';
import type { Sample } from './rollback-rule.ts';

/** Whom the audit names. */
const actor = 'self-healing';

const lookEveryMs = 3000;

const describeFinding = ({ failures, visitors }: Sample) =>
  `${failures} of ${visitors} visitors (${((100 * failures) / visitors).toFixed(1)} %)`;

/**
 * Looks after the canary once: returns whether it was rolled back. Every replica may look, as often as it likes; of
 * several that would roll it back at once, one does.
 */
export function createCanaryAnalysis(context: ReleaseContext): () => Promise<boolean> {
  const { log } = context;
  let alertedSet: string | null = null;

  /** Logs an alert when it begins. */
  function logAlert(running: RunningCanary | null): void {
    const alert = alertOf(running);
    if (alert && alertedSet !== alert.setId) log.warn(alert, 'canary alert');
    alertedSet = alert?.setId ?? null;
  }

  return async function check() {
    const running = await judgeRunningCanary(context);
    logAlert(running);
    if (running?.verdict.action !== 'roll-back') return false;
    const { channel, setId, verdict, period } = running;
    const note = `The canary failed for ${describeFinding(verdict.canary)}, the stable set for ${describeFinding(verdict.stable)} ${period}.`;
    try {
      await stopCanary(context, channel, { action: 'heal', actor, note });
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'promotion-refused') return false;
      throw error;
    }
    log.warn({ setId }, note);
    return true;
  };
}

/** Rolls back a canary that fails for more visitors than the stable set, without a person. */
export function startAutoRollback(context: ReleaseContext): Worker {
  const check = createCanaryAnalysis(context);
  const run = async () => Number(await check());
  return startWorker({ name: actor, run, idleMs: lookEveryMs, log: context.log });
}
