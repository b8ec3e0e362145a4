import { offerDurationMs } from '@funnel/contracts/offer';

import { formatCountdown, remainingMs, startCountdown, type ClockReading } from './countdown.ts';

const start: ClockReading = { wallMs: 1_800_000_000_000, monotonicMs: 5_000 };
const deadlineMs = start.wallMs + offerDurationMs;
const later = (wallMs: number, monotonicMs = wallMs): ClockReading => ({
  wallMs: start.wallMs + wallMs,
  monotonicMs: start.monotonicMs + monotonicMs,
});

describe('the time left', () => {
  it('is the full offer at the first view', () => {
    expect(formatCountdown(remainingMs(deadlineMs, start, start))).toBe('09:57');
  });

  it('is never negative', () => {
    expect(remainingMs(deadlineMs, start, later(offerDurationMs + 1))).toBe(0);
    expect(remainingMs(start.wallMs - 1, start, start)).toBe(0);
  });

  it('includes sleep, when only the wall clock advances', () => {
    expect(remainingMs(deadlineMs, start, later(60_000, 10))).toBe(offerDurationMs - 60_000);
  });

  it('does not grow if the wall clock is set back', () => {
    expect(remainingMs(deadlineMs, start, later(-3_600_000, 2_000))).toBe(offerDurationMs - 2_000);
  });

  it('is never more than the full offer', () => {
    expect(remainingMs(deadlineMs + 3_600_000, start, start)).toBe(offerDurationMs);
  });

  it.each([
    [597_000, '09:57'],
    [596_001, '09:57'],
    [60_000, '01:00'],
    [999, '00:01'],
    [0, '00:00'],
  ])('formats %i ms as %s', (leftMs, text) => {
    expect(formatCountdown(leftMs)).toBe(text);
  });
});

describe('the running countdown', () => {
  let elapsedMs = 0;
  const reported: string[] = [];
  const run = (durationMs: number) =>
    startCountdown(
      start.wallMs + durationMs,
      () => later(elapsedMs),
      (leftMs) => reported.push(formatCountdown(leftMs)),
    );
  /** Advances the clock and the timers. */
  const pass = (ms: number) => {
    elapsedMs += ms;
    jest.advanceTimersByTime(ms);
  };

  beforeEach(() => {
    jest.useFakeTimers();
    elapsedMs = 0;
    reported.length = 0;
  });
  afterEach(() => jest.useRealTimers());

  it('reports each second once, and stops at zero', () => {
    run(2_000);
    pass(1_000);
    pass(1_000);
    pass(60_000);
    expect(reported).toEqual(['00:02', '00:01', '00:00']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('catches up at the first timer after throttling', () => {
    run(60_000);
    elapsedMs = 42_300;
    jest.advanceTimersByTime(1_000);
    expect(reported.at(-1)).toBe('00:18');
    pass(700);
    expect(reported.at(-1)).toBe('00:17');
  });

  it('reads the clock on request, without a second timer', () => {
    const countdown = run(60_000);
    elapsedMs = 59_500;
    countdown.check();
    expect(reported.at(-1)).toBe('00:01');
    expect(jest.getTimerCount()).toBe(1);
    countdown.stop();
    expect(jest.getTimerCount()).toBe(0);
  });
});
