import { isPromotional } from '@funnel/contracts/offer';
import { useShell } from '@funnel/shell-kit/shell-context';
import { useEffect, useState } from 'react';

import { startCountdown, systemClock, type Clock } from './countdown.ts';
import { fixDeadline } from './deadline.ts';

/** What `read` makes of the time left; renders again only when that changes. `read` and `clock` are module constants. */
export function useCountdown<T>(
  deadlineMs: number,
  read: (leftMs: number) => T,
  clock: Clock = systemClock,
): T {
  const [value, setValue] = useState(() => read(Math.max(deadlineMs - clock().wallMs, 0)));

  useEffect(() => {
    const countdown = startCountdown(deadlineMs, clock, (leftMs) => setValue(() => read(leftMs)));
    document.addEventListener('visibilitychange', countdown.check);
    return () => {
      document.removeEventListener('visibilitychange', countdown.check);
      countdown.stop();
    };
  }, [deadlineMs, clock, read]);

  return value;
}

export interface Offer {
  readonly openedAtMs: number;
  readonly deadlineMs: number;
  readonly hasEnded: boolean;
  /** An announced end need not be an enforced one. */
  readonly hasPromotionalPrice: boolean;
}

function openOffer(clock: Clock) {
  const openedAtMs = clock().wallMs;
  return { openedAtMs, deadlineMs: fixDeadline(document, openedAtMs, location.protocol === 'https:') };
}

const isOver = (leftMs: number) => leftMs === 0;

/** The visitor's offer. Fixes the deadline when it is first shown. */
export function useOffer(clock: Clock = systemClock): Offer {
  const { config } = useShell();
  const [{ openedAtMs, deadlineMs }] = useState(() => openOffer(clock));
  const hasEnded = useCountdown(deadlineMs, isOver, clock);
  return {
    openedAtMs,
    deadlineMs,
    hasEnded,
    hasPromotionalPrice: isPromotional(config.offerExpiry, hasEnded),
  };
}
