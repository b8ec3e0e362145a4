import { offerDurationMs } from '@funnel/contracts/offer';

/** One reading of both clocks, in milliseconds. */
export interface ClockReading {
  /** Since 1970. Jumps when the clock is set, and advances while the machine sleeps. */
  readonly wallMs: number;
  /** Since the page was opened. Cannot be set, but may stop while the machine sleeps. */
  readonly monotonicMs: number;
}
type Clock = () => ClockReading;

export const systemClock: Clock = () => ({ wallMs: Date.now(), monotonicMs: performance.now() });

/**
 * Time left until the deadline, from 0 to the full offer. `start` is the reading at which the deadline was read. Uses the
 * greater of the two elapsed times, so that neither a clock set back nor sleep extends the offer.
 */
export function remainingMs(deadlineMs: number, start: ClockReading, now: ClockReading): number {
  const elapsedMs = Math.max(now.wallMs - start.wallMs, now.monotonicMs - start.monotonicMs);
  return Math.min(Math.max(deadlineMs - start.wallMs - elapsedMs, 0), offerDurationMs);
}

/** Formats `597000` as `09:57`. Rounds up, so that it shows 00:00 only when the time is up. */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
}

export interface Countdown {
  /** Reads the clock now, for example when a hidden tab becomes visible. */
  check(): void;
  stop(): void;
}

/** Calls `onChange` with the time left, now and at each full second, until it is 0. */
export function startCountdown(
  deadlineMs: number,
  clock: Clock,
  onChange: (leftMs: number) => void,
): Countdown {
  const start = clock();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    clearTimeout(timer);
    const leftMs = remainingMs(deadlineMs, start, clock());
    onChange(leftMs);
    if (leftMs > 0) timer = setTimeout(check, leftMs % 1000 || 1000);
  };
  check();
  return { check, stop: () => clearTimeout(timer) };
}
