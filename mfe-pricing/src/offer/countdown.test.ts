import { offerDurationMs } from '@funnel/contracts/offer';

import { formatCountdown, remainingMs, startCountdown, type ClockReading } from './countdown.ts';

const start: ClockReading = { wallMs: 1_800_000_000_000, monotonicMs: 5_000 };
const deadlineMs = start.wallMs + offerDurationMs;
const later = (wallMs: number, monotonicMs = wallMs): ClockReading => ({
  wallMs: start.wallMs + wallMs,
  monotonicMs: start.monotonicMs + monotonicMs,
});

describe('the time left', () => {
  it('is the whole offer at the first view', () => {
    expect(formatCountdown(remainingMs(deadlineMs, start, start))).toBe('09:57');
  });

  it('is never negative', () => {
    expect(remainingMs(deadlineMs, start, later(offerDurationMs + 1))).toBe(0);
    expect(remainingMs(start.wallMs - 1, start, start)).toBe(0);
  });

  it('counts sleep, during which only the wall clock goes on', () => {
    expect(remainingMs(deadlineMs, start, later(60_000, 10))).toBe(offerDurationMs - 60_000);
  });

  it('does not grow when the clock is set back', () => {
    expect(remainingMs(deadlineMs, start, later(-3_600_000, 2_000))).toBe(offerDurationMs - 2_000);
  });

  it('is at most the whole offer', () => {
    expect(remainingMs(deadlineMs + 3_600_000, start, start)).toBe(offerDurationMs);
  });

  it.each([
    [597_000, '09:57'],
    [596_001, '09:57'],
    [60_000, '01:00'],
    [999, '00:01'],
    [0, '00:00'],
  ])('reads %i ms as %s', (leftMs, shown) => {
    expect(formatCountdown(leftMs)).toBe(shown);
  });
});

describe('the running countdown', () => {
  let elapsedMs = 0;
  const seen: string[] = [];
  const run = (durationMs: number) =>
    startCountdown(
      start.wallMs + durationMs,
      () => later(elapsedMs),
      (leftMs) => seen.push(formatCountdown(leftMs)),
    );
  /** Lets time pass, and the timers with it. */
  const pass = (ms: number) => {
    elapsedMs += ms;
    jest.advanceTimersByTime(ms);
  };

  beforeEach(() => {
    jest.useFakeTimers();
    elapsedMs = 0;
    seen.length = 0;
  });
  afterEach(() => jest.useRealTimers());

  it('tells each second once, and stops at zero', () => {
    run(2_000);
    pass(1_000);
    pass(1_000);
    pass(60_000);
    expect(seen).toEqual(['00:02', '00:01', '00:00']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is right again at the first timer after a throttled tab', () => {
    run(60_000);
    elapsedMs = 42_300;
    jest.advanceTimersByTime(1_000);
    expect(seen.at(-1)).toBe('00:18');
    pass(700);
    expect(seen.at(-1)).toBe('00:17');
  });

  it('looks at the clock when asked, without a second timer', () => {
    const countdown = run(60_000);
    elapsedMs = 59_500;
    countdown.check();
    expect(seen.at(-1)).toBe('00:01');
    expect(jest.getTimerCount()).toBe(1);
    countdown.stop();
    expect(jest.getTimerCount()).toBe(0);
  });
});
