/** A count with its noun, in the singular for 1. `nouns` is the plural, if it is not `noun` with an `s`. */
export const countText = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : nouns}`;
