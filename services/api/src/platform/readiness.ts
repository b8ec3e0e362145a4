import type { AppContext } from './app-context.ts';

export type Readiness = ReturnType<typeof createReadiness>;

/** A check costs a durable write, so callers must not be able to multiply it. */
const freshMs = 1000;

/** The service is ready unless it is shutting down or the database cannot be read and written. */
export function createReadiness({ database, clock, log }: AppContext) {
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
