import { dayMs } from '@funnel/service-kit/durations';
import * as z from 'zod';

import { fbcPart, part, readParts, writeParts } from './cookie-parts.ts';

/** Without emails, also URL-encoded repeatedly. */
const tag = /^(?!.*%(?:25)*40)[^@\p{Cc}]{1,100}$/su;
const clickId = /^[\w.~-]{1,400}$/;

/** A visitor's origin, from the landing URL and the Referer header. */
export const attributionSchema = z.object({
  utm_id: part(tag),
  utm_source: part(tag),
  utm_medium: part(tag),
  utm_campaign: part(tag),
  utm_term: part(tag),
  utm_content: part(tag),
  fbc: fbcPart,
  ttclid: part(clickId),
  gclid: part(clickId),
  gbraid: part(clickId),
  wbraid: part(clickId),
  /** The referring site's host, without a path. */
  referrer: part(/^[\w.-]{1,100}$/),
});
export type Attribution = z.infer<typeof attributionSchema>;

const isEmpty = (attribution: Attribution) =>
  Object.values(attribution).every((value) => value === undefined);

/** An attribution, and when the visitor came with it, in milliseconds. */
export interface StoredAttribution {
  readonly attribution: Attribution;
  readonly at: number;
}

export const attributionAgeMs = 30 * dayMs;

/** What the cookie contains. One that an earlier version has set has no time. */
const storedSchema = attributionSchema.extend({ at: part(/^\d{13}$/) });

/** Returns null if the cookie contains no attribution, or one that is older than 30 days. */
export function readAttribution(cookie: string | undefined, nowMs: number): StoredAttribution | null {
  const { at, ...attribution } = readParts(storedSchema, cookie);
  // The service's clock may have been set back.
  const cameAtMs = Math.min(Number(at ?? nowMs), nowMs);
  return isEmpty(attribution) || nowMs - cameAtMs >= attributionAgeMs ? null : { attribution, at: cameAtMs };
}

export const writeAttribution = ({ attribution, at }: StoredAttribution): string =>
  writeParts({ ...attribution, at: String(at) });

function otherHost(referrer: string, ownHost: string): string | undefined {
  if (!URL.canParse(referrer)) return undefined;
  const { host, hostname } = new URL(referrer);
  return host === ownHost ? undefined : hostname;
}

interface Landing {
  readonly query: URLSearchParams;
  /** The Referer header, or an empty string. */
  readonly referrer: string;
  readonly ownHost: string;
  readonly nowMs: number;
}

/** The last campaign wins. A referrer alone is stored only if no attribution is known. */
export function attributionOf(landing: Landing, earlier: StoredAttribution | null): StoredAttribution | null {
  const { query, nowMs } = landing;
  const fbclid = query.get('fbclid');
  const known = earlier?.attribution.fbc;
  const clickFbc = fbclid ? `fb.1.${nowMs}.${fbclid}` : undefined;
  const campaign = attributionSchema.parse({
    ...Object.fromEntries(query),
    fbc: fbclid && known?.endsWith(`.${fbclid}`) ? known : clickFbc,
    referrer: undefined,
  });
  // A repeated click, for example after a reload, keeps its first time.
  const isRepeated =
    JSON.stringify(campaign) === JSON.stringify({ ...earlier?.attribution, referrer: undefined });
  const referrer = otherHost(landing.referrer, landing.ownHost);
  if (isEmpty(campaign) && (earlier || !referrer)) return earlier;
  const attribution = attributionSchema.parse({ ...campaign, referrer });
  return { attribution, at: isRepeated && earlier ? earlier.at : nowMs };
}
