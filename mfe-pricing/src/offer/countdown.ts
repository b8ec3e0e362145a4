import { offerDurationMs } from '@funnel/contracts/offer';

/** One look at both clocks, in milliseconds. */
export interface ClockReading {
  /** Since 1970; jumps when somebody sets the clock, goes on while the machine sleeps. */
  readonly wallMs: number;
  /** Since the page was opened; cannot be set, but may stand still while the machine sleeps. */
  readonly monotonicMs: number;
}
export type Clock = () => ClockReading;

export const systemClock: Clock = () => ({ wallMs: Date.now(), monotonicMs: performance.now() });

/**
 * Time left until the deadline, from 0 to the offer's whole length. `start` is the reading at which the deadline was read.
 * The greater of the two elapsed times counts: a clock set back cannot lengthen the offer, and sleep cannot hide time.
 */
export function remainingMs(deadlineMs: number, start: ClockReading, now: ClockReading): number {
  const elapsedMs = Math.max(now.wallMs - start.wallMs, now.monotonicMs - start.monotonicMs);
  return Math.min(Math.max(deadlineMs - start.wallMs - elapsedMs, 0), offerDurationMs);
}

/** `597000` as `09:57`. A begun second counts in full, so that the clock shows 00:00 only when time is up. */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
}

export interface Countdown {
  /** Looks at the clock now, for instance when a hidden tab is shown again. */
  check(): void;
  stop(): void;
}

/** Tells `onChange` the time left, now and at each whole second, until there is none. */
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
