import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

export type Readiness = ReturnType<typeof createReadiness>;

interface ReadinessOptions {
  readonly database: { ping(): Promise<void> };
  readonly clock: Clock;
  readonly log: Log;
}

/** A look at the database costs a durable write, which callers must not be able to multiply. */
const freshMs = 1000;

/** Able to serve: not about to stop, and the database can be read and written. */
export function createReadiness({ database, clock, log }: ReadinessOptions) {
  let isDraining = false;
  let last: { at: number; answer: Promise<boolean> } | null = null;

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
      if (!last || Math.abs(now - last.at) >= freshMs) last = { at: now, answer: check() };
      return (await last.answer) ? 'ready' : 'database-out';
    },
  };
}
