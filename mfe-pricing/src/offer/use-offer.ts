import { isPromotionalPriceActive } from '@funnel/contracts/offer';
import { useShell } from '@funnel/shell-kit/shell-context';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';

import { remainingMs, startCountdown, systemClock, type ClockReading } from './countdown.ts';
import { deadlineAt, storeDeadline } from './deadline.ts';
import { reportTimeLeft } from './report-time-left.ts';

/** Calls `check` when the page becomes visible again. A hidden or cached page may have missed its timers. */
function onShownAgain(check: () => void): () => void {
  document.addEventListener('visibilitychange', check);
  window.addEventListener('pageshow', check);
  return () => {
    document.removeEventListener('visibilitychange', check);
    window.removeEventListener('pageshow', check);
  };
}

/** The time left, converted by `read`. Renders again only when the converted value changes. `read` must be a module constant. */
export function useCountdown<T>(deadlineMs: number, read: (leftMs: number) => T): T {
  const [value, setValue] = useState(() => read(Math.max(deadlineMs - Date.now(), 0)));

  useEffect(() => {
    const countdown = startCountdown(deadlineMs, systemClock, (leftMs) => setValue(() => read(leftMs)));
    const unlisten = onShownAgain(countdown.check);
    return () => {
      unlisten();
      countdown.stop();
    };
  }, [deadlineMs, read]);

  return value;
}

const startOfToday = () => new Date().setHours(0, 0, 0, 0);

/** A timer until midnight would be late by the time that the machine sleeps. */
const dayCheckMs = 60_000;

/** The start of today. Checked again when the page becomes visible, and each minute in a page that stays visible. */
function useToday(): number {
  const [todayMs, setTodayMs] = useState(startOfToday);
  useEffect(() => {
    const check = () => setTodayMs(startOfToday());
    const timer = setInterval(check, dayCheckMs);
    const unlisten = onShownAgain(check);
    return () => {
      unlisten();
      clearInterval(timer);
    };
  }, []);
  return todayMs;
}

export interface Offer {
  readonly todayMs: number;
  readonly deadlineMs: number;
  readonly hasEnded: boolean;
  /** May be true after the end, because the setting `header` does not enforce the end. */
  readonly hasPromotionalPrice: boolean;
}

const isSecure = () => location.protocol === 'https:';
const isOver = (leftMs: number) => leftMs === 0;

/** The earliest deadline that this page has shown. A browser that keeps no cookies knows the first view only from here. */
let shownDeadlineMs = Infinity;

/**
 * The visitor's offer. Its deadline is stored at the first view. At each view and when the time is up, page and service agree on the
 * earlier end, which only the setting `enforce` makes another one than the page's own, and the service writes the cookie again, because
 * Safari soon deletes one that a script has written. Until the service responds, the page uses its own deadline.
 */
export function useOffer(): Offer {
  const { config, request } = useShell();
  const [deadlineMs, setDeadlineMs] = useState(() =>
    Math.min(deadlineAt(document, Date.now()), shownDeadlineMs),
  );
  const todayMs = useToday();
  const hasEnded = useCountdown(deadlineMs, isOver);

  useEffect(() => {
    shownDeadlineMs = storeDeadline(document, deadlineMs, isSecure());
  }, [deadlineMs]);

  const timeLeftAt = useEffectEvent((now: ClockReading) =>
    // `now` is both readings, because no time has passed since the first.
    hasEnded ? 0 : remainingMs(deadlineMs, now, now),
  );
  useEffect(() => {
    const start = systemClock();
    void reportTimeLeft(request, timeLeftAt(start)).then((leftMs) => {
      if (leftMs === null) return;
      const agreedMs = storeDeadline(document, start.wallMs + leftMs, isSecure());
      setDeadlineMs((current) => Math.min(current, agreedMs));
    });
  }, [request, hasEnded]);

  const hasPromotionalPrice = isPromotionalPriceActive(config.offerExpiry, hasEnded);
  return useMemo(
    () => ({ todayMs, deadlineMs, hasEnded, hasPromotionalPrice }),
    [todayMs, deadlineMs, hasEnded, hasPromotionalPrice],
  );
}
