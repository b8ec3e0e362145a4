/** Minor units as a text: `19.99 USD`. Both currencies have two decimals. */
export const formatSum = (minor: number, currency: string): string =>
  `${(minor / 100).toFixed(2)} ${currency}`;
