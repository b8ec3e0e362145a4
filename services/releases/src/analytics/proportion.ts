import type { Proportion } from '@funnel/contracts/release-analytics';

/** The standard deviations on either side that contain 95 %. */
const z = 1.959964;

/** A share with its 95 % Wilson interval, which stays between 0 and 1 and is valid for few visitors. */
export function proportion(count: number, of: number): Proportion {
  if (of === 0) return { count, of, share: 0, low: 0, high: 1 };
  const share = count / of;
  const middle = (share + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const reach = (z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))) / (1 + z ** 2 / of);
  return { count, of, share, low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}
