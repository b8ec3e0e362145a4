import * as z from 'zod';

import { fbcPart, part, readParts } from './cookie-parts.ts';

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

export function readAttribution(cookie: string | undefined): Attribution | null {
  const attribution = readParts(attributionSchema, cookie);
  return isEmpty(attribution) ? null : attribution;
}

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
export function attributionOf(landing: Landing, earlier: Attribution | null): Attribution | null {
  const { query, nowMs } = landing;
  const fbclid = query.get('fbclid');
  // A repeated click, for example after a reload, keeps its first time.
  const knownFbc = fbclid && earlier?.fbc?.endsWith(`.${fbclid}`) ? earlier.fbc : null;
  const campaign = attributionSchema.parse({
    ...Object.fromEntries(query),
    fbc: knownFbc ?? (fbclid ? `fb.1.${nowMs}.${fbclid}` : undefined),
    referrer: undefined,
  });
  const referrer = otherHost(landing.referrer, landing.ownHost);
  if (isEmpty(campaign) && (earlier || !referrer)) return earlier;
  return attributionSchema.parse({ ...campaign, referrer });
}
