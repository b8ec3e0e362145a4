import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod';

import { median } from './benchmark-results.ts';

interface Goal {
  readonly label: string;
  readonly benchmark: string;
  readonly result: string;
  /** The result must not be larger, or must not be smaller, than `value`. */
  readonly bound: 'at most' | 'at least';
  readonly value: number;
  readonly unit: string;
}

const goal = (
  label: string,
  [benchmark, result]: readonly [string, string],
  bound: Goal['bound'],
  value: number,
  unit = '',
): Goal => ({ label, benchmark, result, bound, value, unit });

/** What the picture shows: the goals for speed, each with the result that it is about. */
const goals: readonly Goal[] = [
  goal('LCP / without scripts', ['web', 'LCP, ratio to LCP without scripts'], 'at most', 1.1),
  goal('LCP / one app without federation', ['web', 'LCP, ratio to the single app'], 'at most', 1.02),
  goal('First answer handled / one app', ['web', 'takeover, ratio to the single app'], 'at most', 1.1),
  goal('Longest task of the first screen', ['web', 'longest task, ms'], 'at most', 100, 'ms'),
  goal('Transferred by the first screen', ['web', 'transferred, KB'], 'at most', 165, 'KB'),
  goal(
    'Tap to next screen, 95th percentile',
    ['journey', 'tap to next screen, 95th percentile, ms'],
    'at most',
    120,
    'ms',
  ),
  goal('Email stored to offer', ['journey', 'lead stored to /final, ms'], 'at most', 150, 'ms'),
  goal('Offer to checkout', ['journey', '/final to /checkout, ms'], 'at most', 150, 'ms'),
  goal('Slowest interaction', ['journey', 'slowest interaction, ms'], 'at most', 100, 'ms'),
  goal(
    'Documents, new visitors / bare Koa',
    ['documents', 'documents for new visitors, ratio to bare Koa'],
    'at least',
    0.22,
  ),
  goal(
    'Documents, returning visitors / bare Koa',
    ['documents', 'documents for returning visitors, ratio to bare Koa'],
    'at least',
    0.3,
  ),
  goal('Published files / sirv', ['documents', 'published files, ratio to sirv'], 'at least', 0.85),
  goal(
    'Leads on SQLite / storing nothing',
    ['service', 'sqlite, ratio to the service storing nothing'],
    'at least',
    0.6,
  ),
  goal(
    'Leads on PostgreSQL / storing nothing',
    ['service', 'postgres, ratio to the service storing nothing'],
    'at least',
    0.5,
  ),
  goal(
    'Leads at half rate, 99th percentile',
    ['service', 'sqlite, 99th percentile at half of that, ms'],
    'at most',
    20,
    'ms',
  ),
  goal('Memory of 45 more passes through the quiz', ['heap', 'growth, MB'], 'at most', 2, 'MB'),
];

const resultsSchema = z.record(z.string(), z.array(z.number()));

const layout = { width: 860, row: 26, top: 44, label: 300, bars: 320 };
/** A bar of this share of its space has reached the goal. */
const goalShare = 0.6;

function rowOf({ label, bound, value, unit }: Goal, measured: number, at: number): string {
  const y = layout.top + at * layout.row;
  const isMet = bound === 'at most' ? measured <= value : measured >= value;
  const width = Math.min(1, (measured / value) * goalShare) * layout.bars;
  const text = (number: number) =>
    `${number >= 10 ? Math.round(number) : number.toFixed(2)}${unit && ` ${unit}`}`;
  return [
    `<text x="${layout.label - 12}" y="${y + 13}" text-anchor="end">${label}</text>`,
    `<rect x="${layout.label}" y="${y}" width="${width.toFixed(1)}" height="18" rx="4" fill="${isMet ? '#0b6b4f' : '#8a5200'}"/>`,
    `<text x="${layout.label + layout.bars + 12}" y="${y + 13}">${text(measured)}, ${isMet ? '' : 'not '}${bound} ${text(value)}</text>`,
  ].join('');
}

/** An SVG picture of the latest results in `folder` beside their goals. Results that were not measured are left out. */
export function drawResults(folder: string): string {
  const resultsOf = (benchmark: string) => {
    const file = join(folder, `${benchmark}.json`);
    return existsSync(file) ? resultsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  };
  const measured = goals.flatMap((entry) => {
    const values = resultsOf(entry.benchmark)[entry.result];
    return values ? { entry, value: median(values) } : [];
  });
  const height = layout.top + measured.length * layout.row + 8;
  const line = layout.label + goalShare * layout.bars;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${layout.width} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="#14211c">`,
    `<rect width="${layout.width}" height="${height}" fill="#fbfaf7"/>`,
    `<text x="${line}" y="20" text-anchor="middle" font-weight="700">goal</text>`,
    ...measured.map(({ entry, value }, at) => rowOf(entry, value, at)),
    `<path d="M${line} 28V${height - 8}" stroke="#14211c" stroke-dasharray="3 3"/>`,
    '</svg>\n',
  ].join('\n');
}
