import { offerDurationMs } from '@funnel/contracts/offer';

import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import { hashEmail } from '../platform/hash-email.ts';
import {
  saveEarliestDeadline,
  saveProvisionalDeadline,
  linkEmails,
  readDeadline,
  readFirstStart,
} from './offer-repository.ts';

/** How long a page may take from its document to its first view. */
const maxLoadMs = 30_000;

async function timeLeft(db: Queries, visitId: string, nowMs: number): Promise<number> {
  const deadlineMs = (await readDeadline(db, visitId)) ?? nowMs;
  return Math.min(Math.max(deadlineMs - nowMs, 0), offerDurationMs);
}

/**
 * Starts the visit's offer, or ends it earlier if the page shows less time. Returns the time left in milliseconds.
 * The first call fixes the deadline; no later one moves it back.
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
 * Starts the offer of a visit that receives the document of `/final`, so that a browser gains no time by keeping its
 * page from reporting the view. Nothing waits for this: the document is served without a database, too.
 */
export function startOfferOfDocument({ config, database, clock, log }: AppContext, visitId: string): void {
  if (config.OFFER_EXPIRY === 'header') return;
  const nowMs = clock();
  const offer = { visitId, deadlineMs: nowMs + offerDurationMs, nowMs };
  saveProvisionalDeadline(database.db, offer).catch((err: unknown) =>
    log.warn({ err }, 'the start of an offer could not be stored'),
  );
}

/** Ties the emails to their visits: an email keeps its earliest deadline when its owner begins another visit. */
export async function recordOfferEmails(
  { config }: Pick<AppContext, 'config'>,
  db: Queries,
  given: readonly { readonly email: string; readonly visitId: string }[],
): Promise<void> {
  if (config.OFFER_EXPIRY === 'header') return;
  await linkEmails(
    db,
    given.map(({ email, visitId }) => ({ emailSha256: hashEmail(email), visitId })),
  );
}

/** Whether the visit may buy at the promotional price. For a visit that has not seen the offer it starts now. */
export async function hasPromotionalPrice(
  context: AppContext,
  visitId: string,
  email: string,
): Promise<boolean> {
  const {
    config,
    database: { db },
    clock,
  } = context;
  if (config.OFFER_EXPIRY === 'header') return true;
  const nowMs = clock();
  await recordOfferEmails(context, db, [{ email, visitId }]);
  await saveProvisionalDeadline(db, { visitId, deadlineMs: nowMs + offerDurationMs, nowMs });
  const firstStart = await readFirstStart(db, visitId);
  // From here on the page shows what is charged.
  if (firstStart !== null)
    await saveEarliestDeadline(db, {
      visitId,
      deadlineMs: firstStart + offerDurationMs,
      provisionalAfterMs: Number.MAX_SAFE_INTEGER,
      nowMs,
    });
  return (await timeLeft(db, visitId, nowMs)) > 0;
}

/** Whether the visit's offer has not ended. Starts nothing. */
export async function isOfferOpen(
  { config, database, clock }: AppContext,
  visitId: string,
): Promise<boolean> {
  if (config.OFFER_EXPIRY === 'header') return true;
  const deadlineMs = await readDeadline(database.db, visitId);
  return deadlineMs === null || clock() < deadlineMs;
}
