/** The smallest of the values that at least `share` of them do not exceed (nearest rank), or NaN without values. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.max(Math.ceil(values.length * share) - 1, 0)] ??
  Number.NaN;
