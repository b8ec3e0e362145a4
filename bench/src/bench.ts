import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { compileServices } from '@funnel/build/product/build-changed';
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
    about: 'hostile clients of five kinds beside an honest visitor: journeys, memory, disk, conversions',
    run: benchAbuse,
  },
  web: {
    about: 'LCP and takeover on a slow phone, compared with the same document without scripts',
    run: benchWeb,
  },
  checkout: {
    about: '1,000 calls of 50 visitors to open a checkout while the service is killed and restarted',
    run: benchCheckout,
  },
  replicas: {
    about:
      'three replicas on one PostgreSQL under kills, pauses and crashes: 2,000 leads and 400 purchases per round',
    run: benchReplicas,
  },
  service: {
    about:
      'durable leads at 32 connections, compared with a Koa POST that only parses and validates; memory over --minutes',
    run: benchService,
  },
  crash: {
    about:
      'the service is killed under load on both engines: every acknowledged lead is stored and delivered',
    run: benchCrash,
  },
  swap: {
    about:
      '200 promotions and rollbacks under parallel journeys, and 25 on two replicas: no failed request, no mixed set',
    run: benchPromotion,
  },
  webhook: {
    about: 'the webhook’s response time while every dependency hangs, compared with a bare Koa POST',
    run: benchWebhook,
  },
};

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const show = (value: number) => (value < 10 ? value.toFixed(2) : Math.round(value).toString());

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, minutes: { type: 'string', default: '10' } },
});
const [name = ''] = positionals;
const benchmark = benchmarks[name];
if (!benchmark) {
  console.error('Usage: npm run bench -- <name> [--rounds 5] [--minutes 10]\n');
  for (const [known, { about }] of Object.entries(benchmarks)) console.error(`  ${known.padEnd(8)} ${about}`);
  process.exit(2);
}

await compileServices(console.log);
const results = await benchmark.run(Number(values.rounds), Number(values.minutes));
console.log(`\n${'result'.padEnd(44)} ${'min'.padStart(8)} ${'median'.padStart(8)} ${'max'.padStart(8)}`);
for (const [result, rounds] of Object.entries(results)) {
  const cells = [Math.min(...rounds), median(rounds), Math.max(...rounds)].map((value) =>
    show(value).padStart(8),
  );
  console.log(`${result.padEnd(44)} ${cells.join(' ')}`);
}
mkdirSync(inRoot('.cache/bench'), { recursive: true });
const file = inRoot('.cache/bench', `${name}.json`);
writeFileSync(file, JSON.stringify(results, null, 1));
console.log(`\nwritten to ${file}`);
