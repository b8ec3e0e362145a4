import { createHmac } from 'node:crypto';

import { offerDurationMs } from '@funnel/contracts/offer';
import { planIdSchema, plans } from '@funnel/contracts/plans';
import { minuteMs } from '@funnel/service-kit/durations';
import { ipKeyOf } from '@funnel/service-kit/http/ip-networks';
import { rateLimit } from '@funnel/service-kit/http/rate-limit';
import { ProblemError } from '@funnel/service-kit/problem';
import type { Context } from 'koa';

import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import { hashEmail } from '../platform/emails/hash-email.ts';
import type { CheckoutSessionRow } from '../platform/schema.ts';
import {
  saveEarliestDeadline,
  saveProvisionalDeadline,
  linkEmails,
  readDeadline,
  readFirstStart,
} from './offer-repository.ts';

/** How long a payment form that was opened in time can be paid after the offer's end. */
const formGraceMs = 20 * minuteMs;

/** How long a page may take from its document to its first view. */
const maxLoadMs = 30_000;

async function timeLeft(db: Queries, visitId: string, nowMs: number): Promise<number> {
  const deadlineMs = (await readDeadline(db, visitId)) ?? nowMs;
  return Math.min(Math.max(deadlineMs - nowMs, 0), offerDurationMs);
}

/**
 * Starts the visit's offer, or shortens it if the page shows less time. Returns the remaining milliseconds. The first
 * call sets the deadline, and later calls can never extend it.
 */
export async function startOrShortenOffer(
  { config, database: { db }, clock }: AppContext,
  visitId: string,
  shownMs: number,
): Promise<number> {
  if (config.OFFER_EXPIRY === 'header') return shownMs;
  const nowMs = clock();
  await saveEarliestDeadline(db, {
    visitId,
    deadlineMs: nowMs + shownMs,
    provisionalAfterMs: nowMs + offerDurationMs - maxLoadMs,
    nowMs,
  });
  return timeLeft(db, visitId, nowMs);
}

/**
 * Creates a function that starts the offer of a visit when it requests the document of `/final`. A browser therefore gains no
 * time by not reporting the page view. The document does not wait for it, and is served without a database, too. Beyond the rate
 * limit an offer starts with its first view, so that requests alone cannot fill the table.
 */
export function createOfferStarter(context: AppContext): (ctx: Context, visitId: string) => void {
  const { config, database, clock, log } = context;
  if (config.OFFER_EXPIRY === 'header') return () => undefined;
  const limit = rateLimit(context, { name: 'offer document', perMinute: config.RATE_LIMIT_PER_MINUTE });
  return (ctx, visitId) => {
    const nowMs = clock();
    const offer = { visitId, deadlineMs: nowMs + offerDurationMs, nowMs };
    limit(ctx, () => saveProvisionalDeadline(database.db, offer)).catch((err: unknown) => {
      if (err instanceof ProblemError && err.code === 'too-many-requests') return;
      log.warn({ err }, 'the start of an offer could not be stored');
    });
  };
}

interface SubmittedEmail {
  readonly email: string;
  readonly visitId: string;
  /** The IP that submits the email. */
  readonly ip: string;
}

/**
 * Links emails to their visits, so that an email keeps its earliest deadline in a later visit from the same IP (an IPv4 address
 * or a `/64`). From another IP it may be a stranger's visit. The IP is stored as a keyed hash, because only equality matters.
 */
export async function recordOfferEmails(
  { config, keys, clock }: Pick<AppContext, 'config' | 'keys' | 'clock'>,
  db: Queries,
  submissions: readonly SubmittedEmail[],
): Promise<void> {
  if (config.OFFER_EXPIRY === 'header') return;
  await linkEmails(
    db,
    submissions.map(({ email, visitId, ip }) => ({
      emailSha256: hashEmail(email),
      visitId,
      network: createHmac('sha256', keys('offer-network')).update(ipKeyOf(ip)).digest('hex'),
      nowMs: clock(),
    })),
  );
}

/**
 * Links the email to the visit, starts its offer if it has none, and returns whether the visit may still buy at the promotional
 * price.
 */
export async function decidePromotionalPrice(
  context: AppContext,
  submission: SubmittedEmail,
): Promise<boolean> {
  const {
    config,
    database: { db },
    clock,
  } = context;
  if (config.OFFER_EXPIRY === 'header') return true;
  const { visitId } = submission;
  const nowMs = clock();
  await recordOfferEmails(context, db, [submission]);
  await saveProvisionalDeadline(db, { visitId, deadlineMs: nowMs + offerDurationMs, nowMs });
  const firstStart = await readFirstStart(db, visitId);
  // From here on, the page shows the price that is charged.
  if (firstStart !== null)
    await saveEarliestDeadline(db, {
      visitId,
      deadlineMs: firstStart + offerDurationMs,
      provisionalAfterMs: Number.MAX_SAFE_INTEGER,
      nowMs,
    });
  return (await timeLeft(db, visitId, nowMs)) > 0;
}

/** Returns whether the visit's offer has not ended, without starting it. */
export async function isOfferOpen(
  { config, database, clock }: AppContext,
  visitId: string,
): Promise<boolean> {
  if (config.OFFER_EXPIRY === 'header') return true;
  const deadlineMs = await readDeadline(database.db, visitId);
  return deadlineMs === null || clock() < deadlineMs;
}

type PricedForm = Pick<CheckoutSessionRow, 'visit_id' | 'plan_id' | 'amount_minor' | 'created_at'>;

/** Longer than it takes to open a form, whose price is decided first. */
const maxFormOpeningMs = minuteMs;

/** Whether a form charges no less than after the offer's end, by the present catalog. */
function hasFullPrice({ plan_id, amount_minor }: PricedForm): boolean {
  const planId = planIdSchema.safeParse(plan_id).data;
  return planId !== undefined && amount_minor >= plans[planId].originalPriceMinor;
}

/** Returns whether a visit still gets the price of a payment form that it has opened. */
export async function isPriceHonored(
  { config, database, clock }: AppContext,
  form: PricedForm,
): Promise<boolean> {
  if (config.OFFER_EXPIRY === 'header' || hasFullPrice(form)) return true;
  const deadlineMs = await readDeadline(database.db, form.visit_id);
  if (deadlineMs === null || clock() < deadlineMs + formGraceMs) return true;
  // A form that was opened after the end has the full price of then, which today's catalog may have raised.
  return form.created_at >= deadlineMs + maxFormOpeningMs;
}
