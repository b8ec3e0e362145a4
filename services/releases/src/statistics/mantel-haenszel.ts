/**
 * The weight of a comparison of two arms among several, by the visitors of each: their product divided by their sum, which is half
 * of either if both are equal. 0 if an arm has none. Source: Mantel and Haenszel (1959), Cochran (1954).
 */
export const mantelHaenszelWeight = (first: number, second: number): number =>
  first === 0 || second === 0 ? 0 : (first * second) / (first + second);
