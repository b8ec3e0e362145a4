import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The results of a benchmark: the values of each, one a round. */
export type BenchmarkResults = Readonly<Record<string, readonly number[]>>;

/** The upper median. NaN without values. */
export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const show = (value: number) => (value < 10 ? value.toFixed(2) : Math.round(value).toString());

/** Prints the results as a table and writes them to a JSON file. */
export function publishResults(file: string, results: BenchmarkResults, print: (line: string) => void): void {
  print(`\n${'result'.padEnd(44)} ${'min'.padStart(8)} ${'median'.padStart(8)} ${'max'.padStart(8)}`);
  for (const [result, rounds] of Object.entries(results)) {
    const cells = [Math.min(...rounds), median(rounds), Math.max(...rounds)].map((value) =>
      show(value).padStart(8),
    );
    print(`${result.padEnd(44)} ${cells.join(' ')}`);
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(results, null, 1));
  print(`\nwritten to ${file}`);
}
