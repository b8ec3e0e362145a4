import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

export type Readiness = ReturnType<typeof createReadiness>;

interface ReadinessOptions {
  readonly database: { ping(): Promise<void> };
  readonly clock: Clock;
  readonly log: Log;
}

/** A check costs a durable write, so callers must not be able to multiply it. */
const maxAgeMs = 1000;

/** The service is ready unless it is shutting down or the database cannot be read and written. */
export function createReadiness({ database, clock, log }: ReadinessOptions) {
  let isDraining = false;
  let last: { at: number; result: Promise<boolean> } | null = null;

  async function check(): Promise<boolean> {
    try {
      await database.ping();
      return true;
    } catch (err) {
      log.warn({ err }, 'not ready');
      return false;
    }
  }

  return {
    drain: () => {
      isDraining = true;
    },
    isDraining: () => isDraining,
    async state(): Promise<'ready' | 'draining' | 'database-out'> {
      if (isDraining) return 'draining';
      const now = clock();
      if (!last || Math.abs(now - last.at) >= maxAgeMs) last = { at: now, result: check() };
      return (await last.result) ? 'ready' : 'database-out';
    },
  };
}
