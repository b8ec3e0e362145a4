import { startWorker, type Worker } from '@funnel/service-kit/jobs/worker';
import { ProblemError } from '@funnel/service-kit/problem';

import type { ReleaseContext } from '../platform/release-context.ts';
import { stopCanary } from '../rollout/canary.ts';
import { analyzeRunningCanary, type RunningCanary } from './active-canary.ts';
import { alertOf, describeSample } from './canary-alert.ts';

/** The actor in the history. */
const actor = 'self-healing';

const intervalMs = 3000;

/**
 * Creates the analysis of the canary, which returns whether it was rolled back. Every replica may run it at any rate.
 * If several decide on a rollback at once, only one takes effect.
 */
export function createCanaryAnalysis(context: ReleaseContext): () => Promise<boolean> {
  const { log } = context;
  let alertedSet: string | null = null;

  /** Logs an alert once when it starts. */
  function logAlert(running: RunningCanary | null): void {
    const alert = alertOf(running);
    if (alert && alertedSet !== alert.setId) log.warn(alert, 'canary alert');
    alertedSet = alert?.setId ?? null;
  }

  return async function check() {
    const running = await analyzeRunningCanary(context);
    logAlert(running);
    if (running?.verdict.action !== 'roll-back') return false;
    const { channel, setId, verdict, period } = running;
    const note = `The canary failed for ${describeSample(verdict.canary)}, the stable set for ${describeSample(verdict.stable)} ${period}.`;
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

/** Rolls back a canary automatically if it fails for significantly more visitors than the stable set. */
export function startAutoRollback(context: ReleaseContext): Worker {
  const check = createCanaryAnalysis(context);
  const run = async () => Number(await check());
  return startWorker({ name: actor, run, idleMs: intervalMs, log: context.log });
}
