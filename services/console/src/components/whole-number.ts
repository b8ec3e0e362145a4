/** The typed whole number; null if it is none, or not from `min` to `max`. */
export function readWholeNumber(typed: string, min: number, max: number): number | null {
  const number = Number(typed);
  return /^\s*\d+\s*$/.test(typed) && number >= min && number <= max ? number : null;
}
