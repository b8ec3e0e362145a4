import { hourMs } from '@funnel/service-kit/durations';

import type { PaymentProvider, ProviderPayment } from '../billing/payment-provider.ts';
import type { Queries } from '../platform/database.ts';

/** Minor units as a text: `19.99 USD`. Both currencies have two decimals. */
export const formatSum = (minor: number, currency: string): string =>
  `${(minor / 100).toFixed(2)} ${currency}`;

/** Webhook events of payments in the last hour may still be on their way. */
const webhookGraceMs = hourMs;

interface PaymentComparison {
  /** A line for each kind and currency: count and sum in our rows, and at the provider. */
  readonly sums: readonly (readonly [name: string, stored: string, atProvider: string])[];
  /** One sentence for each payment that differs. */
  readonly differences: readonly string[];
}

const describe = (payment: ProviderPayment | undefined): string =>
  payment
    ? `${payment.kind} of ${formatSum(payment.amountMinor, payment.currency)} for ${payment.subscriptionId}`
    : 'nothing';

async function readStoredPayments(db: Queries): Promise<ProviderPayment[]> {
  const rows = await db.selectFrom('payments').selectAll().execute();
  return rows.map(({ subscription_id, amount_minor, at, ...row }) => ({
    ...row,
    subscriptionId: subscription_id,
    amountMinor: amount_minor,
    atMs: at,
  }));
}

function sumsByName(payments: readonly ProviderPayment[]): Map<string, string> {
  const sums = new Map<string, { count: number; minor: number; currency: string }>();
  for (const { kind, currency, amountMinor } of payments) {
    const { count = 0, minor = 0 } = sums.get(`${kind} ${currency}`) ?? {};
    sums.set(`${kind} ${currency}`, { count: count + 1, minor: minor + amountMinor, currency });
  }
  return new Map(
    [...sums].map(([name, { count, minor, currency }]) => [
      name,
      `${count} with ${formatSum(minor, currency)}`,
    ]),
  );
}

/**
 * Compares our payments with the provider's paid invoices, refunds and disputes, one by one. Throws the provider's errors.
 */
export async function comparePayments(
  db: Queries,
  provider: PaymentProvider,
  nowMs: number,
): Promise<PaymentComparison> {
  const isOldEnough = ({ atMs }: ProviderPayment) => atMs < nowMs - webhookGraceMs;
  const atProvider = (await provider.readAllPayments()).filter(isOldEnough);
  const stored = (await readStoredPayments(db)).filter(isOldEnough);

  const providerById = new Map(atProvider.map((payment) => [payment.id, payment]));
  const storedById = new Map(stored.map((payment) => [payment.id, payment]));
  const ids = [...new Set([...providerById.keys(), ...storedById.keys()])].toSorted();
  const differences = ids.flatMap((id) => {
    const [expected, found] = [describe(providerById.get(id)), describe(storedById.get(id))];
    return expected === found ? [] : [`${id}: the provider has ${expected}, payments have ${found}`];
  });

  const [ours, theirs] = [sumsByName(stored), sumsByName(atProvider)];
  const names = [...new Set([...ours.keys(), ...theirs.keys()])].toSorted();
  return {
    sums: names.map((name) => [name, ours.get(name) ?? '0', theirs.get(name) ?? '0']),
    differences,
  };
}
