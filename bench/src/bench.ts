import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { inRoot } from '@funnel/build/repository';

import { benchAbuse } from './abuse.ts';
import type { BenchmarkResults } from './benchmark-results.ts';
import { benchCheckout } from './checkout.ts';
import { benchReplicas } from './replicas.ts';
import { benchService } from './service.ts';
import { benchCrash } from './crash.ts';
import { benchPromotion } from './promotion.ts';
import { benchWeb } from './web.ts';
import { benchWebhook } from './webhook.ts';

const benchmarks: Readonly<
  Record<string, { about: string; run: (rounds: number, minutes: number) => Promise<BenchmarkResults> }>
> = {
  abuse: {
    about:
      'hostile clients of five kinds while an honest visitor travels: journeys, memory, disk, conversions',
    run: benchAbuse,
  },
  web: {
    about: 'first paint and takeover on a slow phone, against the same document without scripts',
    run: benchWeb,
  },
  checkout: {
    about:
      '1,000 calls of 50 visitors to open a checkout, with the service killed and started again meanwhile',
    run: benchCheckout,
  },
  replicas: {
    about: 'three replicas on one PostgreSQL under kills, pauses and crashes: 2,000 leads, 400 sales a round',
    run: benchReplicas,
  },
  service: {
    about:
      'durable leads at 32 connections against a Koa POST that parses and validates alone; memory over --minutes',
    run: benchService,
  },
  crash: {
    about: 'the service killed under load on both engines: what it acknowledged is kept and delivered',
    run: benchCrash,
  },
  swap: {
    about:
      '200 promotions and rollbacks under parallel journeys, and 25 on two replicas: no failed request, no mixed set',
    run: benchPromotion,
  },
  webhook: {
    about: 'the answer to the payment provider while everything behind it hangs, against a bare Koa POST',
    run: benchWebhook,
  },
};

const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const show = (value: number) => (value < 10 ? value.toFixed(2) : Math.round(value).toString());

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, minutes: { type: 'string', default: '10' } },
});
const [name = ''] = positionals;
const benchmark = benchmarks[name];
if (!benchmark) {
  console.error('npm run bench -- <name> [--rounds 5]\n');
  for (const [known, { about }] of Object.entries(benchmarks)) console.error(`  ${known.padEnd(8)} ${about}`);
  process.exit(2);
}

const results = await benchmark.run(Number(values.rounds), Number(values.minutes));
console.log(`\n${'figure'.padEnd(44)} ${'min'.padStart(8)} ${'median'.padStart(8)} ${'max'.padStart(8)}`);
for (const [result, rounds] of Object.entries(results)) {
  const cells = [Math.min(...rounds), middle(rounds), Math.max(...rounds)].map((value) =>
    show(value).padStart(8),
  );
  console.log(`${result.padEnd(44)} ${cells.join(' ')}`);
}
mkdirSync(inRoot('.cache/bench'), { recursive: true });
const file = inRoot('.cache/bench', `${name}.json`);
writeFileSync(file, JSON.stringify(results, null, 1));
console.log(`\nwritten to ${file}`);
