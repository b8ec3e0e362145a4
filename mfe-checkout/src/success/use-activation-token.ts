import { useShell } from '@funnel/shell-kit/shell-context';
import { useEffect, useState } from 'react';

import { pollConfirmation } from '../confirmation.ts';

const hourMs = 3_600_000;
/** The service's tokens are valid for a day. */
const validForMs = 24 * hourMs;
/** For a page that stays visible. A device that was asleep has time for it before the day is over. */
const renewAfterMs = 12 * hourMs;
/** A visitor who returns sooner keeps the token: the service keeps the newest five valid, and one may be open in another tab. */
const renewOnReturnAfterMs = hourMs;
const checkIntervalMs = 60_000;

/**
 * The token of the activation link, which is valid for a day and for one use. A page that stays open gets another one after a use,
 * when it becomes visible again after an hour, and before the day is over. While that is on
 * its way, `token` is undefined instead of one that is no longer valid.
 */
export function useActivationToken(sessionId: string, initialToken: string | undefined) {
  const shell = useShell();
  const [token, setToken] = useState(initialToken);
  const [uses, setUses] = useState(0);
  // Only the visit that has paid gets tokens.
  const isBuyer = initialToken !== undefined;

  // `uses` is a dependency, because a use starts over with another token.
  useEffect(() => {
    if (!isBuyer) return;
    let isUsed = uses > 0;
    let receivedAtMs = Date.now();
    let endRenewal = () => {};
    const renew = () => {
      endRenewal();
      endRenewal = pollConfirmation(shell, sessionId, (confirmation) => {
        if (confirmation.status === 'confirming') return;
        setToken(confirmation.status === 'paid' ? confirmation.session.activationToken : undefined);
        isUsed = false;
        receivedAtMs = Date.now();
      });
    };
    const renewIfOlder = (minAgeMs: number) => {
      const ageMs = Date.now() - receivedAtMs;
      if (document.visibilityState !== 'visible' || (!isUsed && ageMs < minAgeMs)) return;
      if (isUsed || ageMs >= validForMs) setToken(undefined);
      renew();
    };
    const renewOnReturn = () => renewIfOlder(renewOnReturnAfterMs);
    // The link that was just pressed keeps its URL until the response.
    if (isUsed) renew();
    const timer = setInterval(() => renewIfOlder(renewAfterMs), checkIntervalMs);
    document.addEventListener('visibilitychange', renewOnReturn);
    window.addEventListener('pageshow', renewOnReturn);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renewOnReturn);
      window.removeEventListener('pageshow', renewOnReturn);
      endRenewal();
    };
  }, [shell, sessionId, isBuyer, uses]);

  return { token, reportUse: () => setUses((count) => count + 1) };
}
