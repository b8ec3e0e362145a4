import { isPromotional } from '@funnel/contracts/offer';
import { useShell } from '@funnel/shell-kit/shell-context';
import { useEffect, useState } from 'react';

import { startCountdown, systemClock, type Clock } from './countdown.ts';
import { fixDeadline } from './deadline.ts';

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

const openOffer = (clock: Clock) => fixDeadline(document, clock().wallMs, location.protocol === 'https:');

const isOver = (leftMs: number) => leftMs === 0;

/** The visitor's offer. Fixes the deadline when it is first shown. */
export function useOffer(clock: Clock = systemClock): Offer {
  const { config } = useShell();
  const [deadlineMs] = useState(() => openOffer(clock));
  const todayMs = useToday(clock);
  const hasEnded = useCountdown(deadlineMs, isOver, clock);
  return {
    todayMs,
    deadlineMs,
    hasEnded,
    hasPromotionalPrice: isPromotional(config.offerExpiry, hasEnded),
  };
}
