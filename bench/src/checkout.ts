import { inRoot } from '@funnel/build/repository';

import { playCheckoutStorm } from '../../services/api/src/checkout-sessions/checkout-storm.testkit.ts';
import type { Figures } from './bench.ts';

const storm = { visitors: 50, callsPerVisitor: 20, kills: 3 };

/** 1,000 calls of 50 visitors, with the service killed and started again meanwhile. Fails where one could pay twice. */
export async function benchCheckout(rounds: number): Promise<Figures> {
  const played: Awaited<ReturnType<typeof playCheckoutStorm>>[] = [];
  for (let round = 0; round < rounds; round++) {
    const outcome = await playCheckoutStorm(inRoot('services/api/src/main.ts'), storm);
    console.log(`· ${outcome.answered} answered, ${outcome.refused} refused, ${outcome.cutOff} cut off`);
    played.push(outcome);
    const most = Math.max(...outcome.open);
    if (most > 1) throw new Error(`a visitor was left with ${most} open sessions`);
  }
  return {
    'calls answered': played.map(({ answered, refused }) => answered + refused),
    'calls cut off by a kill, then repeated': played.map(({ cutOff }) => cutOff),
    kills: played.map(({ kills }) => kills),
    'sessions created': played.map(({ created }) => created),
    'purchasable sessions of a visitor, most': played.map(({ purchasable }) => Math.max(...purchasable)),
    'open sessions of a visitor, most': played.map(({ open }) => Math.max(...open)),
  };
}
