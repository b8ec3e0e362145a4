import { writeFileSync } from 'node:fs';

import { exitWithUsage, readArguments } from '@funnel/build/commands/command-line';
import { compileServices } from '@funnel/build/product/build-changed';
import { inRoot } from '@funnel/build/repository';

import { benchAbuse } from './abuse.ts';
import { publishResults, type BenchmarkResults } from './benchmark-results.ts';
import { benchCheckout } from './checkout.ts';
import { benchDocuments } from './documents.ts';
import { drawResults } from './draw-results.ts';
import { benchReplicas } from './replicas.ts';
import { benchReports } from './reports.ts';
import { benchScale } from './scale.ts';
import { benchService } from './service.ts';
import { benchCrash } from './crash.ts';
import { benchExperiment } from './experiment.ts';
import { benchHeap } from './heap.ts';
import { benchJourney } from './journey.ts';
import { benchPromotion } from './promotion.ts';
import { benchWeb } from './web.ts';
import { benchWebhook } from './webhook.ts';

const benchmarks: Readonly<
  Record<
    string,
    {
      about: string;
      run: (
        rounds: number,
        minutes: number,
        millions: number,
        engines: readonly string[],
      ) => Promise<BenchmarkResults>;
    }
  >
> = {
  abuse: {
    about: 'hostile clients of five kinds beside an honest visitor: journeys, memory, disk, conversions',
    run: benchAbuse,
  },
  web: {
    about: 'LCP and takeover on a slow phone, compared with the same document without scripts',
    run: benchWeb,
  },
  journey: {
    about: 'from each tap of a journey on a slow phone to the next screen',
    run: benchJourney,
  },
  heap: {
    about: 'memory of the page after 50 passes through the quiz',
    run: benchHeap,
  },
  experiment: {
    about: 'LCP and CLS of the offer on a slow phone in both arms of an experiment, compared with none',
    run: benchExperiment,
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
  reports: {
    about:
      'overview and funnel over --millions of events on each of --engines; the cost of the counts behind them',
    run: benchReports,
  },
  service: {
    about:
      'durable leads at 32 connections, compared with a Koa POST that only parses and validates; memory over --minutes',
    run: benchService,
  },
  scale: {
    about:
      'the most visitors a second that three replicas and one PostgreSQL hold on this machine, and what each costs',
    run: benchScale,
  },
  documents: {
    about:
      'documents for new and returning visitors, compared with a bare Koa that sends the same bytes; published files, compared with sirv',
    run: benchDocuments,
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

const usage = [
  'Usage: npm run bench -- <name> [--rounds 5] [--minutes 10] [--millions 2] [--engines sqlite,postgres] [--draw]',
  '',
  ...Object.entries(benchmarks).map(([known, { about }]) => `  ${known.padEnd(10)} ${about}`),
].join('\n');
const { positionals, values } = readArguments(usage, {
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '10' },
    millions: { type: 'string', default: '2' },
    engines: { type: 'string', default: 'sqlite,postgres' },
    draw: { type: 'boolean', default: false },
  },
});
const [name = ''] = positionals;
const benchmark = benchmarks[name];
if (!benchmark) exitWithUsage(usage, name ? `There is no benchmark ${name}` : 'Give the name of a benchmark');

await compileServices(console.log);
const results = await benchmark.run(
  Number(values.rounds),
  Number(values.minutes),
  Number(values.millions),
  values.engines.split(','),
);
publishResults(inRoot('.cache/bench', `${name}.json`), results, console.log);
if (values.draw)
  writeFileSync(inRoot('docs/screenshots/benchmarks.svg'), drawResults(inRoot('.cache/bench')));
