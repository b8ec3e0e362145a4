/** The whole number that was typed, if it is from `least` to `most`. */
export function readWholeNumber(typed: string, least: number, most: number): number | null {
  const number = Number(typed);
  return /^\s*\d+\s*$/.test(typed) && number >= least && number <= most ? number : null;
}
