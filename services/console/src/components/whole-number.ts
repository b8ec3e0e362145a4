/** The whole number that was typed, if it is from `least` to `most`. */
export function readWholeNumber(typed: string, min: number, max: number): number | null {
  const number = Number(typed);
  return /^\s*\d+\s*$/.test(typed) && number >= min && number <= max ? number : null;
}
