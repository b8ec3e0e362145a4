import { hourMs } from '@funnel/service-kit/durations';
import { LRUCache } from 'lru-cache';

import type { AppContext } from '../platform/app-context.ts';
import type { Config } from '../platform/config.ts';
import type { Queries } from '../platform/database.ts';
import type { VisitRow } from '../platform/schema.ts';
import type { Attribution } from './conversions/attribution.ts';

/** Where a visit came from, its device and its language. */
export type FirstTouch = Pick<VisitRow, 'source' | 'campaign' | 'device' | 'locale'>;

/** The part of a first touch that comes from the landing URL and the referring site. It identifies nobody. */
export type TrafficSource = Pick<FirstTouch, 'source' | 'campaign'>;

/** The platform of a click, if the link names no source. */
const sourceOfClick = ({ fbc, ttclid, gclid, gbraid, wbraid }: Attribution): string | undefined =>
  (fbc && 'facebook') ?? (ttclid && 'tiktok') ?? ((gclid ?? gbraid ?? wbraid) && 'google');

/** Longer than those of browsers within apps. */
const maxAgentLength = 1000;

/**
 * Phones say `Mobi` (https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Browser_detection_using_the_user_agent) or
 * `Sec-CH-UA-Mobile: ?1`. Tablets with Android do neither, and an iPad looks like a Mac unless it names itself.
 */
export function deviceOf(sentAgent: string, mobileHint: string): VisitRow['device'] {
  // Shortened first, because the patterns below take quadratic time.
  const agent = sentAgent.slice(0, maxAgentLength);
  if (/iPad|Tablet|PlayBook|Silk(?!.*Mobi)|Android(?!.*Mobi)/i.test(agent)) return 'tablet';
  return mobileHint === '?1' || /Mobi/i.test(agent) ? 'phone' : 'desktop';
}

/** `utm_source`, else the platform of a click, else the host of the referring site, else `direct`. */
export const sourceOf = (attribution: Attribution): string =>
  (attribution.utm_source ?? sourceOfClick(attribution) ?? attribution.referrer ?? 'direct').toLowerCase();

export const trafficSourceOf = (attribution: Attribution): TrafficSource => ({
  source: sourceOf(attribution),
  campaign: attribution.utm_campaign ?? '',
});

/** Of a visitor who refuses the cookie, if this process did not serve the document, as after a restart. */
export const unknownSource: TrafficSource = { source: 'unknown', campaign: '' };

const maxKeptSources = 10_000;
const sourcesByConfig = new WeakMap<Config, LRUCache<string, TrafficSource>>();

/**
 * The sources of visits whose browsers may not keep them, from the document until the first page view is reported. In
 * memory, because a row for each request would let requests alone fill the table.
 */
export function sourcesByVisit({ config }: Pick<AppContext, 'config'>): LRUCache<string, TrafficSource> {
  const sources =
    sourcesByConfig.get(config) ?? new LRUCache<string, TrafficSource>({ max: maxKeptSources, ttl: hourMs });
  sourcesByConfig.set(config, sources);
  return sources;
}

const maxKnownVisits = 20_000;
const knownVisits = new WeakMap<AppContext, LRUCache<string, true>>();

/** The visits whose first touch this process has stored, so that later page views need no statement. */
export function knownFirstTouches(context: AppContext): LRUCache<string, true> {
  const known = knownVisits.get(context) ?? new LRUCache<string, true>({ max: maxKnownVisits });
  knownVisits.set(context, known);
  return known;
}

/** Stores where a visit came from. Later touches change nothing. */
export async function insertFirstTouch(
  db: Queries,
  visitId: string,
  touch: FirstTouch,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('visits')
    .values({ visit_id: visitId, first_at: nowMs, ...touch })
    .onConflict((conflict) => conflict.column('visit_id').doNothing())
    .execute();
}
