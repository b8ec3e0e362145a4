/** The name of everything that is not counted under a name of its own. */
export const other = 'other';

/** Below the number of parameters that a statement may have. */
const batchSize = 500;

/** The rows, divided into those to write at once. */
export const batchesOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, index) =>
    rows.slice(index * batchSize, (index + 1) * batchSize),
  );
