import { isOfferResponse } from '@funnel/contracts/guards/offer-response';
import { startOffer } from '@funnel/contracts/visitor-endpoints';
import type { FunnelShell } from '@funnel/shell-kit/remote';
import { requestWithin } from '@funnel/shell-kit/time-limit';

const timeoutMs = 10_000;

/**
 * Reports the time left on the page and returns the time left according to the service, both in milliseconds. Returns
 * null without a valid response; the page then uses its own clock.
 */
export async function reportTimeLeft(
  request: FunnelShell['request'],
  remainingMs: number,
): Promise<number | null> {
  try {
    const body: unknown = await requestWithin(async (signal) => {
      const response = await request(startOffer.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ remainingMs: Math.floor(remainingMs) }),
        keepalive: true,
        signal,
      });
      return response.json();
    }, timeoutMs);
    return isOfferResponse(body) ? body.remainingMs : null;
  } catch {
    return null;
  }
}
