import { createHash } from 'node:crypto';

import type { Clock } from '@funnel/service-kit/clock';
import { dayMs } from '@funnel/service-kit/durations';
import { problem } from '@funnel/service-kit/problem';
import Stripe from 'stripe';

import { isLiveKey, type StripeConfig } from '../../platform/config.ts';
import type {
  InvoiceState,
  NewProviderSession,
  PaymentProvider,
  ProviderSession,
  ProviderSubscription,
  ReadLimits,
} from '../payment-provider.ts';
import {
  CatalogMismatchError,
  catalogItem,
  ensureCatalog,
  isInvalidRequest,
  type Catalog,
  type CatalogItem,
} from './catalog.ts';
import { createChargeReader } from './charges.ts';
import { idOf } from './id-of.ts';
import { readInvoiceState, voidUnpaidInvoices } from './invoices.ts';
import { createPaymentReader, toInvoicePayment } from './payments.ts';
import { toWebhookEvent } from './webhook-event.ts';

const requestTimeoutMs = 6_000;
const maxEventAgeSeconds = 300;
/** How far the provider's clock may be ahead of ours. */
const maxClockSkewSeconds = 60;

export function createStripe({ secretKey, apiBase }: Pick<StripeConfig, 'secretKey' | 'apiBase'>): Stripe {
  const base = apiBase === null ? null : new URL(apiBase);
  return new Stripe(secretKey, {
    apiVersion: Stripe.API_VERSION,
    telemetry: false,
    timeout: requestTimeoutMs,
    maxNetworkRetries: 1,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? 443 : 80),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}

function failureOf(error: unknown): string | null {
  if (error instanceof CatalogMismatchError) return error.message;
  if (!(error instanceof Stripe.errors.StripeError)) return null;
  return [error.type, error.code, error.param, error.statusCode, error.requestId].filter(Boolean).join(' ');
}

/** Stripe's rules for an email are stricter than ours, and are not published. */
const isEmailRejected = (error: unknown): boolean =>
  isInvalidRequest(error) && (error.param === 'customer_email' || error.code === 'email_invalid');

/** There was no response, or another call with the same idempotency key is in progress. */
const isUncertain = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  (error instanceof Stripe.errors.StripeError && error.statusCode === 409);

const states = ['open', 'complete', 'expired'] as const;

function toProviderSession(
  session: Stripe.Checkout.Session,
  invoice: InvoiceState | null = null,
): ProviderSession {
  return {
    id: session.id,
    state: states.find((state) => state === session.status) ?? 'complete',
    isPaid: session.payment_status === 'paid',
    clientSecret: session.client_secret,
    amountMinor: session.amount_total,
    currency: session.currency?.toUpperCase() ?? null,
    taxMinor: session.total_details?.amount_tax ?? 0,
    subscriptionId: idOf(session.subscription),
    invoice,
    expiresAtMs: session.expires_at * 1000,
  };
}

const unknownSession = (id: string): ProviderSession => ({
  id,
  state: 'expired',
  isPaid: false,
  clientSecret: null,
  amountMinor: null,
  currency: null,
  taxMinor: 0,
  subscriptionId: null,
  invoice: null,
  expiresAtMs: 0,
});

const weekMs = 7 * dayMs;

function toProviderSubscription(
  subscription: Stripe.Subscription,
  lastInvoice: InvoiceState | null,
): ProviderSubscription {
  const promotionalWeeks = Number(subscription.metadata['promotional_weeks'] ?? 0);
  const ends = subscription.items.data.map((item) => item.current_period_end * 1000);
  const currentPeriodEndMs = ends.length > 0 ? Math.max(...ends) : null;
  const { cancel_at, cancel_at_period_end } = subscription;
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    status: subscription.status,
    currentPeriodEndMs,
    // It may also end at a date after later renewals.
    endsWithPeriod:
      cancel_at_period_end || (cancel_at !== null && cancel_at * 1000 <= (currentPeriodEndMs ?? 0)),
    promotionalPeriodEndMs: promotionalWeeks
      ? subscription.start_date * 1000 + promotionalWeeks * weekMs
      : null,
    lastInvoice,
    visitId: subscription.metadata['visit_id'] ?? null,
  };
}

export function sessionParameters(
  session: NewProviderSession,
  priceId: string,
  { automaticTax }: Pick<StripeConfig, 'automaticTax'>,
): Stripe.Checkout.SessionCreateParams {
  const { price, locale, email, customerId, returnUrl, agreement } = session;
  const { currency } = price.today;
  const { coupon } = catalogItem(price);
  const metadata = {
    ...session.metadata,
    ...(coupon && { promotional_weeks: String(price.plan.periodWeeks) }),
  };
  return {
    mode: 'subscription',
    ui_mode: 'embedded_page',
    redirect_on_completion: 'always',
    return_url: returnUrl,
    locale,
    currency: currency.toLowerCase(),
    adaptive_pricing: { enabled: false },
    // Has a default for payments only, and must be sent for subscriptions.
    automatic_tax: { enabled: automaticTax },
    // Taxes depend on the address that the buyer enters, even if the customer has an older one.
    ...(automaticTax && customerId && { customer_update: { address: 'auto' } }),
    line_items: [{ price: priceId, quantity: 1 }],
    ...(coupon && { discounts: [{ coupon: coupon.id }] }),
    ...(customerId ? { customer: customerId } : { customer_email: email }),
    ...(agreement && { custom_text: { submit: { message: agreement } } }),
    metadata,
    subscription_data: { metadata },
  };
}

const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

const isMissing = (error: unknown): boolean => isInvalidRequest(error) && error.code === 'resource_missing';

const isAbout = (error: unknown, param: string): boolean => isInvalidRequest(error) && error.param === param;

const readOptions = ({ timeoutMs }: ReadLimits): Stripe.RequestOptions =>
  timeoutMs === undefined ? {} : { timeout: timeoutMs, maxNetworkRetries: 0 };

/** The epoch seconds in the header's last `t=`, which is the one that the library uses. */
const signatureTime = (signature: string) => Number([...signature.matchAll(/(?:^|,)t=(\d+)/g)].at(-1)?.[1]);

/** Creates the payment provider for Stripe. */
export function createStripeProvider(config: StripeConfig, clock: Clock): PaymentProvider {
  const stripe = createStripe(config);
  let catalog: Promise<Catalog> | null = null;

  const getCatalog = () => {
    catalog ??= ensureCatalog(stripe).catch((error: unknown) => {
      catalog = null;
      throw error;
    });
    return catalog;
  };

  /** Returns the id of the price at Stripe. */
  async function findPrice({ price, coupon }: CatalogItem): Promise<string> {
    const find = async () => {
      const { prices, mismatches } = await getCatalog();
      const mismatch = mismatches.get(price.lookup_key) ?? mismatches.get(coupon?.id ?? '');
      return { id: prices.get(price.lookup_key), mismatch };
    };
    let found = await find();
    if (found.id === undefined || found.mismatch !== undefined) {
      // An operator may have repaired it since.
      catalog = null;
      found = await find();
    }
    const { id, mismatch } = found;
    if (id !== undefined && mismatch === undefined) return id;
    throw new CatalogMismatchError(mismatch ?? `The price ${price.lookup_key} is not in the catalog`);
  }

  function verify(body: Buffer, signature: string): unknown {
    const nowMs = clock();
    const sentAt = signatureTime(signature);
    if (Number.isNaN(sentAt))
      throw problem('bad-signature', { detail: 'There is no Stripe-Signature header with a time' });
    const ageSeconds = nowMs / 1000 - sentAt;
    // The library rejects old events, but not events from the future.
    if (!(ageSeconds >= -maxClockSkewSeconds && ageSeconds <= maxEventAgeSeconds)) {
      throw problem('bad-signature', { detail: 'The signature is too old, or from the future' });
    }
    for (const secret of config.webhookSecrets) {
      try {
        return stripe.webhooks.constructEvent(body, signature, secret, maxEventAgeSeconds, undefined, nowMs);
      } catch (error) {
        // Another secret may match: there are two during a rotation.
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError))
          throw problem('bad-signature', { cause: error });
      }
    }
    throw problem('bad-signature');
  }

  async function readSession(id: string, limits: ReadLimits = {}): Promise<ProviderSession> {
    const options = readOptions(limits);
    const retrieved = stripe.checkout.sessions.retrieve(id, { expand: ['invoice'] }, options);
    const session = await retrieved.catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (!session) return unknownSession(id);
    return toProviderSession(session, await readInvoiceState(stripe, session.invoice, options));
  }
  async function readSubscription(id: string, limits: ReadLimits = {}): Promise<ProviderSubscription> {
    const options = readOptions(limits);
    const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }, options);
    const { status, latest_invoice } = subscription;
    const withPayment = status === 'incomplete' || status === 'canceled';
    return toProviderSubscription(
      subscription,
      await readInvoiceState(stripe, latest_invoice, options, { withPayment }),
    );
  }

  return {
    failureOf,
    isEmailRejected,
    isUncertain,

    async prepareCatalog() {
      return [...(await getCatalog()).mismatches.values()];
    },

    requirePrice: async (price) => void (await findPrice(catalogItem(price))),

    async createSession(session) {
      const priceId = await findPrice(catalogItem(session.price));
      const create = async (buyer: NewProviderSession) => {
        const parameters = sessionParameters(buyer, priceId, config);
        const options = { idempotencyKey: hash([buyer.attempt, parameters]) };
        return toProviderSession(await stripe.checkout.sessions.create(parameters, options));
      };
      try {
        return await create(session).catch((error: unknown) => {
          // The owner may have deleted the customer.
          if (session.customerId && isMissing(error) && isAbout(error, 'customer'))
            return create({ ...session, customerId: null });
          throw error;
        });
      } catch (error) {
        // A part of the catalog may have been removed, so the next attempt reads it again.
        if (isInvalidRequest(error) && !isEmailRejected(error)) catalog = null;
        throw error;
      }
    },
    readSession,

    async expireSession(id) {
      try {
        return toProviderSession(await stripe.checkout.sessions.expire(id));
      } catch (error) {
        if (isInvalidRequest(error)) return readSession(id);
        throw error;
      }
    },

    readSubscription,
    async cancelSubscription(id, limits = {}) {
      const options = readOptions(limits);
      await stripe.subscriptions.cancel(id, {}, options).catch((error: unknown) => {
        // Otherwise it has ended meanwhile.
        if (!isMissing(error)) throw error;
      });
      await voidUnpaidInvoices(stripe, id, options);
      return readSubscription(id, limits);
    },

    async readInvoice(id) {
      const invoice = await stripe.invoices.retrieve(id);
      const { parent, last_finalization_error: error } = invoice;
      return {
        payment: toInvoicePayment(invoice),
        subscriptionId: idOf(parent?.subscription_details?.subscription),
        finalizationError: error ? [error.type, error.code].filter(Boolean).join(' ') : null,
      };
    },
    ...createChargeReader(stripe),
    ...createPaymentReader(stripe),
    parseWebhookEvent: (body, signature) =>
      toWebhookEvent(verify(body, signature), isLiveKey(config.secretKey)),
  };
}
