/** A figure of a benchmark: its values, one a round. */
export type BenchmarkResults = Readonly<Record<string, readonly number[]>>;
