import { isPromotionalPriceActive } from '@funnel/contracts/offer';
import { useShell } from '@funnel/shell-kit/shell-context';
import { useEffect, useEffectEvent, useState } from 'react';

import { remainingMs, startCountdown, systemClock, type Clock, type ClockReading } from './countdown.ts';
import { getOrCreateDeadline, shortenDeadline } from './deadline.ts';
import { reportTimeLeft } from './report-time-left.ts';

/** Calls `check` whenever the page is shown again: hidden, or kept by the browser, it may have missed its timers. */
function onShownAgain(check: () => void): () => void {
  document.addEventListener('visibilitychange', check);
  window.addEventListener('pageshow', check);
  return () => {
    document.removeEventListener('visibilitychange', check);
    window.removeEventListener('pageshow', check);
  };
}

/** What `read` makes of the time left; renders again only when that changes. `read` and `clock` are module constants. */
export function useCountdown<T>(
  deadlineMs: number,
  read: (leftMs: number) => T,
  clock: Clock = systemClock,
): T {
  const [value, setValue] = useState(() => read(Math.max(deadlineMs - clock().wallMs, 0)));

  useEffect(() => {
    const countdown = startCountdown(deadlineMs, clock, (leftMs) => setValue(() => read(leftMs)));
    const unlisten = onShownAgain(countdown.check);
    return () => {
      unlisten();
      countdown.stop();
    };
  }, [deadlineMs, clock, read]);

  return value;
}

const startOfDay = (clock: Clock) => new Date(clock().wallMs).setHours(0, 0, 0, 0);

/** When today began; renders again only when another day has begun. */
function useToday(clock: Clock): number {
  const [todayMs, setTodayMs] = useState(() => startOfDay(clock));
  useEffect(() => onShownAgain(() => setTodayMs(startOfDay(clock))), [clock]);
  return todayMs;
}

export interface Offer {
  readonly todayMs: number;
  readonly deadlineMs: number;
  readonly hasEnded: boolean;
  /** An announced end need not be an enforced one. */
  readonly hasPromotionalPrice: boolean;
}

const isSecure = () => location.protocol === 'https:';
const loadDeadline = (clock: Clock) => getOrCreateDeadline(document, clock().wallMs, isSecure());

const isOver = (leftMs: number) => leftMs === 0;

/**
 * The visitor's offer. Fixes the deadline when it is first shown. If the price depends on it, page and service agree on
 * the earlier end, at the first view and when the time is up; until the service answers, the page shows its own.
 */
export function useOffer(clock: Clock = systemClock): Offer {
  const { config, request } = useShell();
  const [deadlineMs, setDeadlineMs] = useState(() => loadDeadline(clock));
  const todayMs = useToday(clock);
  const hasEnded = useCountdown(deadlineMs, isOver, clock);

  const timeShown = useEffectEvent((now: ClockReading) => (hasEnded ? 0 : remainingMs(deadlineMs, now, now)));
  useEffect(() => {
    if (config.offerExpiry !== 'enforce') return;
    const start = clock();
    void reportTimeLeft(request, timeShown(start)).then((leftMs) => {
      if (leftMs === null) return;
      const agreedMs = shortenDeadline(document, start.wallMs + leftMs, isSecure());
      setDeadlineMs((shownMs) => Math.min(shownMs, agreedMs));
    });
  }, [config.offerExpiry, request, clock, hasEnded]);

  return {
    todayMs,
    deadlineMs,
    hasEnded,
    hasPromotionalPrice: isPromotionalPriceActive(config.offerExpiry, hasEnded),
  };
}
