/** The rate that the sandbox applies to every sale, in percent. Stripe Tax derives it from the buyer's location. */
const ratePercent = 19;

/** The tax that an amount contains. https://docs.stripe.com/tax/products-prices-tax-codes-tax-behavior */
export function includedTaxMinor(amountMinor: number, isEnabled: boolean): number {
  return isEnabled ? amountMinor - Math.round((amountMinor * 100) / (100 + ratePercent)) : 0;
}

/** Who is liable for the tax, and whether it could be computed. */
export function automaticTax(isEnabled: boolean) {
  return {
    enabled: isEnabled,
    provider: isEnabled ? 'stripe' : null,
    liability: isEnabled ? ({ type: 'self' } as const) : null,
    status: isEnabled ? ('complete' as const) : null,
  };
}
