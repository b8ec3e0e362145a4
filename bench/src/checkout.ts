import { runCheckoutLoad } from '../../services/api/src/billing/checkout/checkout-load.testkit.ts';
import type { BenchmarkResults } from './benchmark-results.ts';
import { programs } from './programs.ts';

const load = { visitors: 50, callsPerVisitor: 20, kills: 3 };

/** 1,000 calls of 50 visitors while the service is killed and restarted. Throws if a visitor could pay twice. */
export async function benchCheckout(rounds: number): Promise<BenchmarkResults> {
  const completed: Awaited<ReturnType<typeof runCheckoutLoad>>[] = [];
  for (let round = 0; round < rounds; round++) {
    const outcome = await runCheckoutLoad(programs.service, load);
    console.log(`· ${outcome.answered} answered, ${outcome.rejected} rejected, ${outcome.cutOff} cut off`);
    completed.push(outcome);
    const max = Math.max(...outcome.open);
    if (max > 1) throw new Error(`a visitor has ${max} open sessions`);
  }
  return {
    'calls answered': completed.map(({ answered, rejected }) => answered + rejected),
    'calls cut off by a kill, then repeated': completed.map(({ cutOff }) => cutOff),
    kills: completed.map(({ kills }) => kills),
    'sessions created': completed.map(({ created }) => created),
    'purchasable sessions per visitor, maximum': completed.map(({ purchasable }) => Math.max(...purchasable)),
    'open sessions per visitor, maximum': completed.map(({ open }) => Math.max(...open)),
  };
}
